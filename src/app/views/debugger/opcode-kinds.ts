/** What an instruction is about, for its colour. */
export type OpcodeKind = 'call' | 'create' | 'read' | 'write' | 'event' | 'stop' | 'jump' | 'plain';

/** Returns the kind of an opcode byte; names and bytes as in the Yellow Paper's appendix H. */
export function kindOf(opcode: number): OpcodeKind {
  if (opcode === 0xf1 || opcode === 0xf2 || opcode === 0xf4 || opcode === 0xfa) return 'call';
  if (opcode === 0xf0 || opcode === 0xf5) return 'create';
  if (opcode === 0x54 || opcode === 0x5c) return 'read';
  if (opcode === 0x55 || opcode === 0x5d) return 'write';
  if (opcode >= 0xa0 && opcode <= 0xa4) return 'event';
  if (opcode === 0xfd || opcode === 0xfe || opcode === 0xff) return 'stop';
  if (opcode === 0x56 || opcode === 0x57 || opcode === 0x5b) return 'jump';
  return 'plain';
}
