/**
 * Runs the text of a module and answers its default export. Scripts of mods are run so, as each is one module that is given
 * all it needs: a script that changes is then no module of the page's, for which that would be loaded anew.
 */
export async function importText(text: string): Promise<unknown> {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  try {
    return (await import(/* @vite-ignore */ url)).default;
  } finally {
    URL.revokeObjectURL(url);
  }
}
