/** A time for people: minutes and seconds, with as many places behind the point; hours when there are any. */
export function timeText(seconds: number, places = 1): string {
  const unit = 10 ** places;
  // Whole units first, so that nothing is rounded up to sixty seconds.
  const units = Math.floor(Math.max(0, seconds) * unit + 1e-6);
  const whole = Math.floor(units / unit);
  const rest = places === 0 ? '' : `.${String(units % unit).padStart(places, '0')}`;
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const start = hours > 0 ? `${hours}:${two(minutes)}` : String(minutes);
  return `${start}:${two(whole % 60)}${rest}`;
}
