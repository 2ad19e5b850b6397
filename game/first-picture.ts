let tell: () => void = () => {};

/** Fulfilled when the page has drawn its first picture: what can wait waits for it. */
export const firstPicture: Promise<void> = new Promise((resolve) => {
  tell = resolve;
});

/** The first picture is there. */
export function tellFirstPicture(): void {
  tell();
}
