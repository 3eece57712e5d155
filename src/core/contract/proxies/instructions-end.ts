/** Where the instructions of short code end. What is behind them can only be data, such as the arguments of a clone. */
import * as Op from '../../evm/rules/opcode-bytes';

/** Behind one of these, execution goes on elsewhere or not at all. */
const LAST: ReadonlySet<number> = new Set([Op.STOP, Op.JUMP, Op.RETURN, Op.REVERT, Op.INVALID, Op.SELFDESTRUCT]);

/**
 * Returns the offset behind the last instruction that can be reached; undefined where a jump does not follow the push of its target,
 * as compilers write them to come back from a function. Code that was written by hand has none of these (EIP-1167, ERC-7760).
 */
export function instructionsEnd(code: Uint8Array): number | undefined {
  const starts = [0];
  const seen = new Set<number>();
  let end = 0;
  for (let start = starts.pop(); start !== undefined; start = starts.pop()) {
    for (let pc = start, pushed = -1; pc < code.length && !seen.has(pc); ) {
      seen.add(pc);
      const opcode = code[pc];
      if (opcode === Op.JUMP || opcode === Op.JUMPI) {
        if (code[pushed] !== Op.JUMPDEST) return undefined;
        starts.push(pushed);
      }
      const data = code.subarray(pc + 1, pc + 1 + Op.pushDataLength(opcode));
      pushed = data.reduce((target, byte) => target * 256 + byte, data.length === 0 ? -1 : 0);
      pc += 1 + data.length;
      end = Math.max(end, pc);
      if (LAST.has(opcode)) break;
    }
  }
  return end;
}
