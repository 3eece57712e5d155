/** The parts of JSON-RPC requests that simulate: calls, blocks, overrides of accounts and of blocks. */
import { isFields } from '../../values/json-fields';
import { type AccountDraft, type BlockDraft, emptyAccount, emptyStep, type StepDraft } from '../draft';
import { decimal, firstOf, slotLines, textOf } from './pasted';

/** Reads a call of JSON-RPC. */
export function stepOf(call: Record<string, unknown>, notes: string[]): StepDraft {
  const input = firstOf(call, 'input', 'data');
  if (call.input !== undefined && call.data !== undefined && call.input !== call.data)
    notes.push('It has both input and data, which differ: input is taken.');
  if (call.blobVersionedHashes !== undefined) notes.push('Its blobs are left out.');
  return emptyStep({
    from: firstOf(call, 'from'),
    to: firstOf(call, 'to'),
    value: decimal(firstOf(call, 'value')),
    gas: decimal(firstOf(call, 'gas', 'gasLimit')),
    nonce: decimal(firstOf(call, 'nonce')),
    gasPrice: decimal(firstOf(call, 'gasPrice')),
    maxFee: decimal(firstOf(call, 'maxFeePerGas')),
    tip: decimal(firstOf(call, 'maxPriorityFeePerGas')),
    input: input === '0x' ? '' : input,
    accessList: jsonOf(call.accessList),
    authorizations: jsonOf(call.authorizationList),
  });
}

function jsonOf(list: unknown): string {
  return Array.isArray(list) && list.length > 0 ? JSON.stringify(list) : '';
}

/** Reads a block by tag, number or EIP-1898 object. */
export function blockOf(block: unknown, notes: string[]): string {
  if (isFields(block)) {
    if (textOf(block.blockNumber) !== '') return decimal(textOf(block.blockNumber));
    notes.push('The block is named by its hash, which is left out: choose its number.');
    return 'latest';
  }
  const text = textOf(block);
  if (text === '' || text === 'latest' || text === 'pending') return text === 'pending' ? 'pending' : 'latest';
  if (/^(safe|finalized|earliest)$/.test(text)) {
    if (text === 'earliest') return '0';
    notes.push(`The block is “${text}”: the latest one is taken in its place.`);
    return 'latest';
  }
  return decimal(text);
}

/** Reads overrides of accounts of JSON-RPC. */
export function accountsOf(overrides: unknown): AccountDraft[] {
  if (!isFields(overrides)) return [];
  return Object.entries(overrides).flatMap(([address, override]): AccountDraft[] => {
    if (!isFields(override)) return [];
    const replaced = isFields(override.state);
    return [
      {
        ...emptyAccount(),
        address,
        balance: decimal(textOf(override.balance)),
        nonce: decimal(textOf(override.nonce)),
        code: textOf(override.code),
        slots: slotLines(replaced ? override.state : override.stateDiff),
        replaces: replaced,
      },
    ];
  });
}

type Fields = Pick<BlockDraft, 'number' | 'timestamp' | 'baseFee' | 'gasLimit' | 'miner' | 'mixHash'>;

/** Reads overrides of a block, under the names that clients give them. */
export function fieldsOf(overrides: unknown, notes: string[]): Fields {
  const given = isFields(overrides) ? overrides : {};
  if (given.withdrawals !== undefined || given.blobBaseFee !== undefined)
    notes.push('Withdrawals and the blob base fee of the block are left out.');
  return {
    number: decimal(firstOf(given, 'number')),
    timestamp: decimal(firstOf(given, 'time', 'timestamp')),
    baseFee: decimal(firstOf(given, 'baseFeePerGas', 'baseFee')),
    gasLimit: decimal(firstOf(given, 'gasLimit')),
    miner: firstOf(given, 'feeRecipient', 'coinbase', 'miner'),
    mixHash: firstOf(given, 'prevRandao', 'random', 'mixHash'),
  };
}
