/** Server messages: the u32 that a message starts with. `ClientAction` is the header of everything that a client asks. */
export const Opcode = {
  PositionAndMovement: 0xf619,
  ObjectCreate: 0xf745,
  PlayerCreate: 0xf746,
  ObjectDelete: 0xf747,
  UpdatePosition: 0xf748,
  UpdateMotion: 0xf74c,
  VectorUpdate: 0xf74e,
  PlayerTeleport: 0xf751,
  ClientAction: 0xf7b1,
} as const;

/** Client actions: the u32 after a client action's sequence. */
export const ActionType = {
  Jump: 0xf61b,
  MoveToState: 0xf61c,
  AutonomousPosition: 0xf753,
} as const;

const names = new Map<number, string>();
for (const [name, code] of Object.entries(Opcode)) names.set(code, name);
for (const [name, code] of Object.entries(ActionType)) names.set(code, name);

/** Name of a server message's opcode or of a client action's type; an unknown one in hexadecimal. */
export function messageName(opcode: number): string {
  return names.get(opcode) ?? `0x${(opcode >>> 0).toString(16)}`;
}

/** The opcode that a message starts with, or 0 when it is shorter than four bytes. */
export function opcodeOf(message: Uint8Array): number {
  if (message.length < 4) return 0;
  return (message[0] | (message[1] << 8) | (message[2] << 16) | (message[3] << 24)) >>> 0;
}

const serverOpcodes = new Set<number>(Object.values(Opcode).filter((opcode) => opcode !== Opcode.ClientAction));

/** Whether only a server may send this message. */
export function isServerOpcode(opcode: number): boolean {
  return serverOpcodes.has(opcode);
}
