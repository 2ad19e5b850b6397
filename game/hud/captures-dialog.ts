import { element } from './element.ts';

/** What can be done about captures. */
export interface CaptureActions {
  open(file: File): void;
  sample(): void;
}

/** Where the sample comes from. */
const CREDIT =
  'About 50 seconds of a real session of 2025, from amoeba/asheron-rs (MIT licence); all payloads but those of motions are blanked.';

/** Makes the dialog for opening captures; `showModal` opens it. */
export function createCapturesDialog(actions: CaptureActions): HTMLDialogElement {
  const dialog = element('dialog', { 'aria-label': 'Captures', class: 'captures' });
  const input = element('input', {
    type: 'file',
    'aria-label': 'File of a capture',
    accept: '.pcap,.pcapng,.cap,.gaitcap,application/vnd.tcpdump.pcap',
  });
  input.addEventListener('change', () => {
    const file = input.files?.[0];
    // The same file may be chosen again.
    input.value = '';
    if (file === undefined) return;
    dialog.close();
    actions.open(file);
  });
  input.hidden = true;
  const sample = () => {
    dialog.close();
    actions.sample();
  };
  dialog.append(
    element('h2', {}, 'Captures'),
    element(
      'p',
      { class: 'muted' },
      'A recorded session is played through the same engine: what its server said, its characters do. Files of the formats pcap and pcapng (a 2013 client’s UDP traffic) and recordings of Gait’s own can be opened, or dropped on the page. Nothing leaves this browser, and log-in data is neither read nor shown.',
    ),
    element(
      'div',
      { class: 'choices' },
      element('button', { type: 'button', class: 'main', onclick: () => input.click() }, 'Open a capture…'),
      element('button', { type: 'button', onclick: sample }, 'Play the sample'),
      element('button', { type: 'button', onclick: () => dialog.close() }, 'Close'),
    ),
    input,
    element('p', { class: 'muted credit' }, `The sample: ${CREDIT}`),
  );
  dialog.addEventListener('click', (event) => {
    // A click on the backdrop is one on the dialog itself.
    if (event.target === dialog) dialog.close();
  });
  return dialog;
}
