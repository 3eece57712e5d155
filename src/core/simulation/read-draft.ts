/** What a draft means, or what is wrong with which of its fields. Nothing is asked of anybody for it. */
import type { NetworkId } from '../chain/primitives';
import { fail, ok, type Result } from '../values/result';
import {
  type AccountDraft,
  type BlockDraft,
  MAX_STEPS,
  type SimulationDraft,
  type StepDraft,
  type TokenDraft,
} from './draft';
import {
  type NamedOverrides,
  type NamedVariable,
  readTokenAmount,
  readVariables,
  type TokenAmount,
} from './named-overrides';
import type { AccountOverrides } from './overlay';
import type { BlockFields, Expectation, PlannedBlock, PlannedStep, Position, SimulationPlan } from './plan';
import { readAddress, readBytes, readSlots, readWei, readWhole, readWord } from './read-fields';
import { readAccessList, readAuthorizations } from './read-json-fields';
import { madeUpSignature, readTypedData } from './typed-data';

/** A sentence by field: `block`, `blocks.0.steps.1.gas`, `blocks.0.accounts.0.balance`. */
export type Problems = Readonly<Record<string, string>>;

/** Bytes of code and calldata that are taken; above a fork's own limit the run says so. */
const MAX_BYTES = 128 << 10;

/** Reads the plan of a draft. Linear in its text. */
export function readDraft(draft: SimulationDraft): Result<SimulationPlan, Problems> {
  const problems: Record<string, string> = {};
  const network = new Reader('', problems).needed('network', draft.network, readWhole, 'On which network?') ?? 0;
  const position = readPosition(draft, problems);
  const blocks = draft.blocks.map((block, at) => readBlock(block, `blocks.${at}.`, network, problems));
  const count = blocks.reduce((sum, { steps }) => sum + steps.length, 0);
  if (count === 0) problems.blocks = 'There is no step to run.';
  if (count > MAX_STEPS) problems.blocks = `At most ${MAX_STEPS} steps are run.`;
  if (Object.keys(problems).length > 0) return fail(problems);
  return ok({ networkId: network as NetworkId, position, blocks });
}

function readPosition({ block, place, index }: SimulationDraft, problems: Record<string, string>): Position {
  const read = new Reader('', problems);
  const named = block.trim().toLowerCase();
  const isTag = named === 'latest' || named === 'pending';
  const number = isTag ? 0 : (read.needed('block', block, readBlockNumber, 'Which block?') ?? 0);
  if (place === 'end') return { block: isTag ? (named as 'latest' | 'pending') : number, place };
  if (named === 'pending')
    problems.block = 'The pending block has no transactions yet that steps could come before or after.';
  const at = read.needed('index', index, readWhole, 'Which transaction of the block?') ?? 0;
  return { block: named === 'latest' ? 'latest' : number, place, index: at };
}

function readBlockNumber(text: string): Result<number, string> {
  const number = readWhole(text);
  return number.ok ? number : fail('A block is a number, latest or pending.');
}

function readBlock(draft: BlockDraft, path: string, chainId: number, problems: Record<string, string>): PlannedBlock {
  const read = new Reader(path, problems);
  const fields: BlockFields = given({
    number: read.field('number', draft.number, readWhole),
    timestamp: read.field('timestamp', draft.timestamp, readWhole),
    baseFeePerGas: read.field('baseFee', draft.baseFee, readWei),
    gasLimit: read.field('gasLimit', draft.gasLimit, readWhole),
    miner: read.field('miner', draft.miner, readAddress),
    mixHash: read.field('mixHash', draft.mixHash, readWord),
  });
  return {
    fields,
    accounts: readAccounts(draft.accounts, `${path}accounts.`, problems),
    ...readNamed(draft, path, problems),
    steps: draft.steps.map((step, at) => readStep(step, `${path}steps.${at}.`, chainId, problems)),
  };
}

function readStep(draft: StepDraft, path: string, chainId: number, problems: Record<string, string>): PlannedStep {
  const read = new Reader(path, problems);
  if (draft.typedData !== '') return readSignature(draft, read);
  const prices = {
    gasPrice: read.field('gasPrice', draft.gasPrice, readWei),
    maxFeePerGas: read.field('maxFee', draft.maxFee, readWei),
    maxPriorityFeePerGas: read.field('tip', draft.tip, readWei),
  };
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = prices;
  if (gasPrice !== undefined && (maxFeePerGas !== undefined || maxPriorityFeePerGas !== undefined))
    problems[`${path}gasPrice`] = 'Enter either a gas price, or a maximum per gas and a tip.';
  if (maxFeePerGas !== undefined && maxPriorityFeePerGas !== undefined && maxPriorityFeePerGas > maxFeePerGas)
    problems[`${path}tip`] = 'The tip is higher than the maximum per gas.';
  const from = read.needed('from', draft.from, readAddress, 'Who sends it?');
  const to = read.field('to', draft.to, readAddress);
  const input = read.field('input', draft.input, readCode) ?? '0x';
  const authorizationList = read.field('authorizations', draft.authorizations, (text) =>
    readAuthorizations(text, chainId),
  );
  if (to === undefined && draft.to.trim() === '') {
    if (input === '0x' && !(`${path}input` in problems))
      problems[`${path}to`] =
        'Who receives it? Without a receiver it creates a contract, and needs its code as calldata.';
    else if (authorizationList !== undefined)
      problems[`${path}authorizations`] = 'A transaction with authorisations cannot create a contract.';
  }
  return {
    label: draft.label.trim(),
    from: from ?? ('0x' as PlannedStep['from']),
    ...given({ to, ...prices, authorizationList }),
    value: read.field('value', draft.value, readWei) ?? 0n,
    input,
    ...given({
      gas: read.field('gas', draft.gas, readWhole),
      nonce: read.field('nonce', draft.nonce, readWhole),
      accessList: read.field('accessList', draft.accessList, readAccessList),
    }),
    manner: draft.manner,
    goesOn: draft.goesOn,
    accounts: readAccounts(draft.accounts, `${path}accounts.`, problems),
    ...readNamed(draft, path, problems),
    expect: readExpectation(draft, path, problems),
  };
}

/** Nothing of it is a transaction's. */
function readSignature({ label, from, typedData, manner, goesOn }: StepDraft, read: Reader): PlannedStep {
  const signer = read.needed('from', from, readAddress, 'Who signs it?');
  const digest = read.needed('typedData', typedData, readTypedData, 'What is signed?');
  return {
    label: label.trim(),
    from: signer ?? ('0x' as PlannedStep['from']),
    value: 0n,
    input: '0x',
    manner,
    goesOn,
    accounts: {},
    expect: {},
    ...(signer !== undefined && digest !== undefined && { signs: madeUpSignature(signer, digest) }),
  };
}

function readExpectation({ expect }: StepDraft, path: string, problems: Record<string, string>): Expectation {
  const read = new Reader(`${path}expect.`, problems);
  return {
    ...(expect.status !== '' && { status: expect.status }),
    ...(expect.error !== '' && { error: expect.error }),
    ...given({
      output: read.field('output', expect.output, readBytes),
      gas: read.field('gas', expect.gas, readWhole),
    }),
  };
}

/** Reads overrides of accounts, without those named by variables, or returns the problems by fields like `0.balance`. */
export function readOverrides(drafts: readonly AccountDraft[]): Result<AccountOverrides, Problems> {
  const problems: Record<string, string> = {};
  const accounts = readAccounts(drafts, '', problems);
  return Object.keys(problems).length > 0 ? fail(problems) : ok(accounts);
}

function readAccounts(
  drafts: readonly AccountDraft[],
  path: string,
  problems: Record<string, string>,
): AccountOverrides {
  const accounts: Record<string, AccountOverrides[keyof AccountOverrides]> = {};
  for (const [at, draft] of drafts.entries()) {
    const read = new Reader(`${path}${at}.`, problems);
    const slots = read.field('slots', draft.slots, readSlots);
    const override = given({
      balance: read.field('balance', draft.balance, readWei),
      nonce: read.field('nonce', draft.nonce, readWhole),
      code: read.field('code', draft.code, readCode),
      ...(draft.replaces ? { state: slots ?? {} } : { stateDiff: slots }),
    });
    const address = read.field('address', draft.address, readAddress);
    if (address !== undefined) {
      if (address in accounts) problems[`${path}${at}.address`] = 'This account is above already.';
      accounts[address] = override;
    } else if (draft.address.trim() === '' && (Object.keys(override).length > 0 || draft.variables.trim() !== ''))
      problems[`${path}${at}.address`] = 'Which account?';
  }
  return accounts as AccountOverrides;
}

/** Reads the overrides by variable or token; the addresses of accounts are checked by `readAccounts`. */
function readNamed(
  { accounts, tokens }: Pick<BlockDraft, 'accounts' | 'tokens'>,
  path: string,
  problems: Record<string, string>,
): { named?: NamedOverrides } {
  const variables = accounts.flatMap((draft, at): NamedVariable[] => {
    const lines = new Reader(`${path}accounts.${at}.`, problems).field('variables', draft.variables, readVariables);
    const address = readAddress(draft.address.trim());
    return lines === undefined || !address.ok ? [] : lines.map((line) => ({ address: address.value, ...line }));
  });
  const amounts = tokens.flatMap((draft, at) => readToken(draft, new Reader(`${path}tokens.${at}.`, problems)));
  return variables.length + amounts.length === 0 ? {} : { named: { variables, tokens: amounts } };
}

function readToken(draft: TokenDraft, read: Reader): TokenAmount[] {
  const token = read.needed('token', draft.token, readAddress, 'Of which token?');
  const holder = read.needed('holder', draft.holder, readAddress, 'Whose tokens?');
  const spender = read.field('spender', draft.spender, readAddress);
  const amount = read.needed('amount', draft.amount, readTokenAmount, 'How much?');
  if (token === undefined || holder === undefined || amount === undefined) return [];
  return [{ token, holder, amount, ...given({ spender }) }];
}

function readCode(text: string): ReturnType<typeof readBytes> {
  const bytes = readBytes(text);
  return bytes.ok && bytes.value.length > 2 + 2 * MAX_BYTES ? fail('This is more than 128 KiB.') : bytes;
}

/** Reads fields below one path; an empty field is absent, a wrong one leaves its problem. */
class Reader {
  constructor(
    private readonly path: string,
    private readonly problems: Record<string, string>,
  ) {}

  field<T>(name: string, text: string, as: (text: string) => Result<T, string>): T | undefined {
    if (text.trim() === '') return undefined;
    const value = as(text.trim());
    if (value.ok) return value.value;
    this.problems[this.path + name] = value.error;
    return undefined;
  }

  needed<T>(name: string, text: string, as: (text: string) => Result<T, string>, question: string): T | undefined {
    if (text.trim() === '') this.problems[this.path + name] = question;
    return this.field(name, text, as);
  }
}

/** Returns the fields that are not undefined. */
export function given<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
