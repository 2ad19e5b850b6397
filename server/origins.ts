/** Pages of the machine itself, whatever port serves them. */
const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Whether a page of this origin may join. Browsers always tell it, and no page can change it; who tells none is no
 * browser, and could tell anything.
 *
 * @param allowed Origins; `*`: all. Null: pages of this machine.
 */
export function isWelcome(origin: string | undefined, allowed: readonly string[] | null): boolean {
  if (origin === undefined) return true;
  if (allowed !== null) return allowed.includes('*') || allowed.includes(origin);
  try {
    const { protocol, hostname } = new URL(origin);
    return /^https?:$/.test(protocol) && THIS_MACHINE.includes(hostname);
  } catch {
    return false;
  }
}
