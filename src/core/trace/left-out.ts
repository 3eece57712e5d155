/** What nodes leave out of call frames and others tell. */
import type { Address } from '../chain/primitives';
import type { Transaction } from '../chain/transaction';
import { asciiBytes } from '../json/bytes';
import { RowKind } from './rows';
import type { TraceBuilder } from './trace-builder';

/** What a transaction says of its outermost call. */
export type OutermostCall = Pick<Transaction, 'from' | 'to' | 'input'>;

/**
 * Fills what frames leave out: the outermost call is what the transaction says, and whoever runs around a call makes it. A
 * problem where nothing tells who. Linear in the rows.
 */
export function fillLeftOut(builder: TraceBuilder, outermost: OutermostCall | undefined): void {
  const { from, to, kind, parent } = builder;
  for (let place = 0; place < builder.length; place++) {
    const row = builder.order?.[place] ?? place;
    const caller = parent[row];
    if (caller < 0 && outermost !== undefined) fillOutermost(builder, row, outermost);
    else if (caller >= 0 && from[row] < 0) from[row] = keepsAddress(kind[caller]) ? from[caller] : to[caller];
    if (from[row] < 0) builder.malformed('a call frame without a sender');
  }
}

function fillOutermost(builder: TraceBuilder, row: number, { from, to, input }: OutermostCall): void {
  const addressOf = (text: Address) => builder.address(asciiBytes(text), 0, text.length);
  if (builder.from[row] < 0) builder.from[row] = addressOf(from);
  if (builder.to[row] < 0 && to !== undefined && builder.kind[row] < RowKind.create) builder.to[row] = addressOf(to);
  if (builder.statesInput || row > 0) return;
  builder.inputStart[row] = builder.payloadLength;
  builder.inputLength[row] = builder.appendHex(asciiBytes(input), 0, input.length);
}

/** Whether code of this kind of call runs in the name of its caller. */
function keepsAddress(kind: number): boolean {
  return kind === RowKind.delegatecall || kind === RowKind.callcode;
}
