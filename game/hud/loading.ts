import { byId, setText } from './element.ts';

/** Says how far the page has come. @param share 0 to 1. */
export function showProgress(step: string, share: number): void {
  setText(byId('loading-step'), step);
  const bar = byId('loading-progress');
  bar.ariaValueNow = share.toFixed(2);
  bar.style.setProperty('--share', String(share));
}

/** Takes the loading sheet away. */
export function endLoading(): void {
  const sheet = byId('loading');
  sheet.classList.add('done');
  // Hidden for good once it has faded: it must not be read out, nor catch a click.
  setTimeout(() => {
    sheet.hidden = true;
  }, 600);
}

/** Why the page cannot go on. */
export interface Failure {
  readonly title: string;
  readonly text: string;
  /** What its reader can do. */
  readonly hint: string;
  readonly detail?: string;
}

/** What is said when there is no WebGL. */
export const NO_WEBGL: Failure = {
  title: 'This browser shows no 3D graphics',
  text: 'The page draws with WebGL, and this browser does not offer it now.',
  hint: 'Turn hardware acceleration on in the browser’s settings, update the graphics driver, or try another browser.',
};

/** Covers the page with what went wrong. The first failure stays. */
export function showFailure({ title, text, hint, detail = '' }: Failure): void {
  const sheet = byId('failure');
  if (!sheet.hidden) return;
  setText(byId('failure-title'), title);
  setText(byId('failure-text'), text);
  setText(byId('failure-hint'), hint);
  setText(byId('failure-detail'), detail);
  byId('failure-detail').hidden = detail === '';
  byId('loading').hidden = true;
  sheet.hidden = false;
}
