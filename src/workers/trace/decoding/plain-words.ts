/** The words of a row that nothing is known to decode by. */
import type { Decoded } from '../../../core/abi/decoded';
import type { Name } from '../../../core/chain/name';
import { isCreate, outputOf } from '../../../core/trace/row-fields';
import { RowFlag, type RowIndex, type Trace } from '../../../core/trace/rows';
import { saidOf } from '../../../core/trace/unexplained-reverts';
import type { RowError } from '../rows.api';

export type RowWords = {
  functionName?: Name;
  inputs?: readonly Decoded[];
  outputs?: readonly Decoded[];
  error?: RowError;
};

const COLLISION = 'contract address collision';
/** No code of the new contract runs, and all gas of the frame is gone (EIP-684, EIP-7610). */
const COLLIDED = `${COLLISION}: an account with code, a nonce or storage is at its address already`;

/** Returns what the row itself says: whether it is a constructor, and how it failed. */
export function plainWords(trace: Trace, row: RowIndex): RowWords {
  const failed = (trace.rows.flags[row] & RowFlag.failed) !== 0;
  return {
    ...(isCreate(trace, row) && { functionName: { text: 'constructor', origin: 'builtin' } }),
    ...(failed && { error: plainError(trace, row) }),
  };
}

/** Returns how a frame failed, by the words of the EVM. */
export function plainError(trace: Trace, row: RowIndex): RowError {
  const text = trace.rows.error[row] < 0 ? '' : trace.texts[trace.rows.error[row]];
  const message = text === '' ? 'failed' : text;
  const isCollision = message === COLLISION && outputOf(trace, row).length === 0;
  const said = isCollision ? COLLIDED : saidOf(trace, row);
  return { message, ...(said === undefined ? {} : { said }) };
}
