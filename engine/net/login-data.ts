/**
 * Log-in data is never stored and never shown: transport packets with a log-in flag are dropped whole, and so are the
 * messages that name an account. Everything that puts messages into a capture, or reads them out of one, asks here.
 */

/** Bits of a transport packet's flags that say "log-in": its headers carry credentials, cookies or seeds. */
export const LOGIN_FLAGS = 0xf0000;

/** Messages that name the account of a player. */
const loginOpcodes = new Set([
  /** Client: delete a character. */
  0xf655,
  /** Client: create a character. */
  0xf656,
  /** Client: enter the game. */
  0xf657,
  /** Server: the characters of the account. */
  0xf658,
  /** Client: restore a character. */
  0xf7d9,
]);

/** Whether a message, opcode first, belongs to logging in. */
export function isLoginMessage(message: Uint8Array): boolean {
  if (message.length < 4) return false;
  return loginOpcodes.has((message[0] | (message[1] << 8) | (message[2] << 16) | (message[3] << 24)) >>> 0);
}
