import { element } from './element.ts';

/** Milliseconds without a word of the file after which it has left. */
const LEFT = 600;

/**
 * Takes files that are dropped anywhere on the page, and says so while one is held over it.
 *
 * @returns What is shown meanwhile.
 */
export function watchDrops(onFile: (file: File) => void): HTMLElement {
  const zone = element(
    'div',
    { class: 'drop-zone', 'aria-hidden': 'true' },
    element('p', {}, 'Drop a capture to play it'),
  );
  zone.hidden = true;
  const hide = () => {
    zone.hidden = true;
  };
  // While a file is held over the page this comes several times a second; that it has left is not always told.
  let hiding = 0;
  addEventListener('dragover', (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
    zone.hidden = false;
    clearTimeout(hiding);
    hiding = window.setTimeout(hide, LEFT);
  });
  addEventListener('drop', (event) => {
    if (!holdsFiles(event)) return;
    // Else the browser would leave the page for the file.
    event.preventDefault();
    hide();
    const file = event.dataTransfer?.files[0];
    if (file) onFile(file);
  });
  return zone;
}

function holdsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}
