/** On a narrow page, where an open panel covers the others, opening one closes the rest. */
export function openOneAtATime(...panels: HTMLDetailsElement[]): void {
  if (!matchMedia('(max-width: 760px)').matches) return;
  for (const panel of panels) {
    panel.addEventListener('toggle', () => {
      if (panel.open) for (const other of panels) if (other !== panel) other.open = false;
    });
  }
}
