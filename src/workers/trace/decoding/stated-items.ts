/**
 * What a trace itself says of tokens beside their transfers, so that they can be asked for their units: the items whose ids
 * stand in calls, events and errors of ERC-6909, who may wrap ether, and the standard of a contract that raises an error of ERC-6093 or of
 * OpenZeppelin's vaults and items.
 */
import { selectorOf as selectorOfSignature } from '../../../core/abi/signature';
import { bytesToHex, bytesToSelector } from '../../../core/chain/hex';
import type { Address, Hash, Selector } from '../../../core/chain/primitives';
import { DEPOSIT, type TokenStandard, TRANSFER_OF_ID, WITHDRAWAL } from '../../../core/chain/token-standard';
import { isFrameKind } from '../../../core/trace/failures';
import { fromOf, inputOf, isLog, logOf, outputOf } from '../../../core/trace/row-fields';
import { RowFlag, type RowIndex, rowIndex, type Trace } from '../../../core/trace/rows';
import { ERRORS, FUNCTIONS, type Places } from './amount-places';
import { holderOf, originOfError } from './raised-errors';

/** Items of one token that are asked for. */
const MAX_ITEMS = 50;

/** keccak256 of Approval(address,address,uint256,uint256), of ERC-6909. */
const APPROVAL_OF_ID = '0xb3fd5071835887567a0671151121894ddccc2842f1d10bedad13e0d17cace9a7' as Hash;

type StatedTokens = {
  /** Contracts that raised an error of a standard of tokens. */
  tokens: ReadonlyMap<Address, TokenStandard>;
  /** Emitters of Deposit or Withdrawal of WETH9, which other contracts use for other things. */
  wrappers: ReadonlySet<Address>;
  /** Ids in decimal, by the contract. */
  items: ReadonlyMap<Address, ReadonlySet<string>>;
};

/** Returns what the rows of a trace say of tokens. Linear in the rows. */
export function statedTokens(trace: Trace): StatedTokens {
  const tokens = new Map<Address, TokenStandard>();
  const wrappers = new Set<Address>();
  const items = new Map<Address, Set<string>>();
  const [calls, errors] = [FUNCTIONS, ERRORS].map(bySelector);
  // Of an id, by the index of the selector: a text for each of many calls would take most of the time.
  const called = trace.selectors.map((selector) => calls?.get(selector)?.id);
  const add = (row: RowIndex, word: Uint8Array) => {
    const holder = holderOf(trace, row);
    if (holder === undefined || word.length < 32) return;
    const ids = items.get(holder) ?? new Set();
    if (ids.size < MAX_ITEMS) ids.add(BigInt(bytesToHex(word)).toString());
    items.set(holder, ids);
  };
  for (let index = 0; index < trace.rows.length; index++) {
    const row = rowIndex(index);
    if (isLog(trace, row)) {
      const count = trace.rows.outputStart[row]; // topics
      if (count !== 2 && count !== 4) continue;
      const { topics } = logOf(trace, row);
      if (topics[0] === DEPOSIT || topics[0] === WITHDRAWAL) wrappers.add(fromOf(trace, row));
      if (count === 4 && (topics[0] === TRANSFER_OF_ID || topics[0] === APPROVAL_OF_ID))
        add(row, inputOf(trace, row).subarray(96, 128));
      continue;
    }
    if (!isFrameKind(trace.rows.kind[row])) continue;
    const id = called[trace.rows.selector[row]];
    if (id !== undefined) add(row, argument(inputOf(trace, row), id));
    if ((trace.rows.flags[row] & RowFlag.failed) === 0) continue;
    const output = outputOf(trace, row);
    const raised = errors?.get(selectorIn(output));
    if (raised === undefined || originOfError(trace, row) !== row) continue;
    const holder = holderOf(trace, row);
    if (holder !== undefined) tokens.set(holder, raised.id === undefined ? 'ERC-20' : 'ERC-6909');
    if (raised.id !== undefined) add(row, argument(output, raised.id));
  }
  return { tokens, wrappers, items };
}

function bySelector(places: Readonly<Record<string, Places>>): ReadonlyMap<Selector, Places> {
  return new Map(Object.entries(places).map(([signature, place]) => [selectorOfSignature(signature), place]));
}

function selectorIn(data: Uint8Array): Selector {
  return bytesToSelector(data.subarray(0, 4));
}

function argument(data: Uint8Array, at: number): Uint8Array {
  return data.subarray(4 + at * 32, 36 + at * 32);
}
