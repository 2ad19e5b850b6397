/** Whether fingers are what moves the player here. */
export function isTouched(): boolean {
  return matchMedia('(pointer: coarse)').matches;
}
