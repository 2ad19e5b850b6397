/** Seconds that the loading of a script is waited for. */
export const LOAD_SECONDS = 5;

/**
 * What the loading of a script answers, if it does so in time: one that awaits what never comes, outside of all functions,
 * would hold up everybody who waits for it.
 *
 * @param loading Such as `import('./main.js')`.
 * @param seconds How long it is waited for.
 * @throws Error when it takes longer; what the loading itself throws.
 */
export async function loadInTime<Script>(loading: Promise<Script>, seconds: number = LOAD_SECONDS): Promise<Script> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    const why = 'it still waits for an await outside of its functions';
    timer = setTimeout(
      () => reject(new Error(`expected it to be loaded within ${seconds} s, found that ${why}`)),
      seconds * 1000,
    );
  });
  try {
    return await Promise.race([loading, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
