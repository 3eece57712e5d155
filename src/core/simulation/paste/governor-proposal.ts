/**
 * Calldata of `propose` of a governor, OpenZeppelin's or Compound's, which has
 * the signatures apart: each action of the proposal is a step.
 */
import { decodeFunctionData, parseAbi, stringToBytes } from 'viem';
import { keccakHex } from '../../chain/keccak';
import type { Hex } from '../../chain/primitives';
import { fail, ok, type Result } from '../../values/result';
import { emptyDraft, emptyStep } from '../draft';
import type { Pasted } from './pasted';

const OPEN_ZEPPELIN = parseAbi(['function propose(address[], uint256[], bytes[], string)']);
const COMPOUND = parseAbi(['function propose(address[], uint256[], string[], bytes[], string)']);

type Proposal = {
  targets: readonly Hex[];
  values: readonly bigint[];
  /** Empty texts where the calldata has the selector itself. */
  signatures: readonly string[];
  calldatas: readonly Hex[];
  description: string;
};

/** Returns whether the hex digits begin with the selector of a governor's `propose`. */
export function isProposal(hex: string): boolean {
  return /^0x(7d5e81e2|da95691a)/i.test(hex);
}

/** Reads the steps that are taken when the proposal is carried out. The calldata does not say who does it. */
export function readProposal(hex: string, network: string): Result<Pasted, string> {
  const proposal = decoded(hex.toLowerCase() as Hex);
  if (proposal === undefined) return fail('This begins like a governor’s proposal, but the rest does not decode.');
  const { targets, values, signatures, calldatas, description } = proposal;
  if (targets.length === 0) return fail('The proposal has no actions.');
  if ([values, signatures, calldatas].some(({ length }) => length !== targets.length))
    return fail('The lists of the proposal are of different lengths: a governor refuses it.');
  const steps = targets.map((to, at) => {
    const signature = signatures[at] ?? '';
    const data = calldatas[at] ?? '0x';
    const input = signature === '' ? data : `${selectorOf(signature)}${data.slice(2)}`;
    const value = values[at] ?? 0n;
    return emptyStep({
      to: to.toLowerCase(),
      input: input === '0x' ? '' : input,
      value: value === 0n ? '' : value.toString(),
      label: signature.slice(0, 200),
    });
  });
  const [title = ''] = description.split('\n', 1);
  return ok({
    kind: `The proposal of a governor with ${steps.length} ${steps.length === 1 ? 'action' : 'actions'}`,
    draft: { ...emptyDraft(network, steps), name: title.slice(0, 200), note: description.slice(0, 2_000) },
    notes: ['It does not name an executor: fill in the timelock of the governor as the sender of each step.'],
  });
}

function decoded(data: Hex): Proposal | undefined {
  try {
    if (data.startsWith('0x7d5e81e2')) {
      const [targets, values, calldatas, description] = decodeFunctionData({ abi: OPEN_ZEPPELIN, data }).args;
      return { targets, values, signatures: targets.map(() => ''), calldatas, description };
    }
    const [targets, values, signatures, calldatas, description] = decodeFunctionData({ abi: COMPOUND, data }).args;
    return { targets, values, signatures, calldatas, description };
  } catch {
    return undefined;
  }
}

/** Returns the selector as Compound's timelock makes it: of the text as it is. */
function selectorOf(signature: string): string {
  return keccakHex(stringToBytes(signature)).slice(0, 10);
}
