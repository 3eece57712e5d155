/** A command line of cast: call, send, estimate, mktx. It is read as words; no shell runs. */

import { isAddressShaped } from '../../chain/address-shape';
import { type AmountUnit, GWEI, WEI } from '../../chain/units';
import { parseAmount } from '../../format/parse-amount';
import { fail, ok, type Result } from '../../values/result';
import {
  type AccountDraft,
  type BlockDraft,
  emptyAccount,
  emptyDraft,
  emptyStep,
  type SimulationDraft,
} from '../draft';
import { encodeTyped, functionOf } from '../encode-text';
import { decimal, type Pasted } from './pasted';

/** Options that have a value, by what they are read as; others with a value are named as left out. */
const STEP_FIELDS: Readonly<
  Record<string, 'from' | 'value' | 'gas' | 'gasPrice' | 'tip' | 'nonce' | 'data' | 'accessList'>
> = {
  '--from': 'from',
  '-f': 'from',
  '--value': 'value',
  '--gas-limit': 'gas',
  '--gas-price': 'gasPrice',
  '--priority-gas-price': 'tip',
  '--nonce': 'nonce',
  '--data': 'data',
};
const BLOCK_FIELDS: Readonly<Record<string, 'timestamp' | 'number' | 'baseFee' | 'gasLimit' | 'miner' | 'mixHash'>> = {
  '--block.time': 'timestamp',
  '--block.number': 'number',
  '--block.basefee': 'baseFee',
  '--block.gas-limit': 'gasLimit',
  '--block.coinbase': 'miner',
  '--block.prevrandao': 'mixHash',
};
const OVERRIDES: Readonly<Record<string, 'balance' | 'nonce' | 'code' | 'state' | 'stateDiff'>> = {
  '--override-balance': 'balance',
  '--override-nonce': 'nonce',
  '--override-code': 'code',
  '--override-state': 'state',
  '--override-state-diff': 'stateDiff',
};
const UNITS: Readonly<Record<string, AmountUnit>> = { wei: WEI, gwei: GWEI, ether: { symbol: 'Ether', decimals: 18 } };
const FLAGS = new Set([
  '--trace',
  '--json',
  '-j',
  '--async',
  '--legacy',
  '--unlocked',
  '--quiet',
  '-q',
  '--create',
  '--debug',
  '--decode-internal',
  '--disable-labels',
  '--with-local-artifacts',
  '--flashbots',
  '--ledger',
  '--trezor',
  '--aws',
  '--interactive',
]);
/** Options with a value that are no field of a step, a block or an account. */
const PLACES = new Set(['--block', '-b', '--chain', '-c', '--chain-id', '--rpc-url', '-r']);

export function readCastLine(line: string, network: string): Result<Pasted, string> {
  const words = splitWords(line);
  if (words === undefined) return fail('A quote in this command is not closed.');
  const [, command = ''] = words;
  if (command === 'run')
    return fail('cast run executes a mined transaction again, and this one has no hash: 0x and 64 digits.');
  if (!['call', 'send', 'estimate', 'mktx'].includes(command))
    return fail(`cast ${command.slice(0, 30)} makes no call. cast call, send, estimate and mktx do.`);
  const notes: string[] = [];
  const plain: string[] = [];
  const fields: Partial<Record<string, string>> = {};
  const block: Partial<BlockDraft> = {};
  const accounts = new Map<string, AccountDraft>();
  let position: Pick<SimulationDraft, 'block'> = { block: 'latest' };
  let chain = network;
  for (let at = 2; at < words.length; at++) {
    const word = words[at] ?? '';
    if (!isOption(word)) {
      plain.push(word);
      continue;
    }
    const [name = '', inline] = word.startsWith('--') ? splitOnce(word, '=') : [word];
    if (FLAGS.has(name) || /^-v+$/.test(name)) continue;
    const stepField = STEP_FIELDS[name];
    const blockField = BLOCK_FIELDS[name];
    const override = OVERRIDES[name];
    const isKnown = PLACES.has(name) || (stepField ?? blockField ?? override) !== undefined;
    const next = words[at + 1];
    // An option that is not known here may be a flag: another option is not its value.
    const isFlag = !isKnown && inline === undefined && (next === undefined || isOption(next));
    if (inline === undefined && !isFlag) at++;
    const value = inline ?? (isFlag ? '' : next);
    if (value === undefined) return fail(`${name.slice(0, 40)} has no value.`);
    if (stepField !== undefined) fields[stepField] = value;
    else if (blockField !== undefined) block[blockField] = value;
    else if (override !== undefined) {
      const problem = addOverride(accounts, override, value);
      if (problem !== undefined) return fail(problem);
    } else if (name === '--block' || name === '-b') position = { block: value };
    else if (name === '--chain' || name === '-c' || name === '--chain-id') chain = value;
    else if (name === '--rpc-url' || name === '-r')
      notes.push('--rpc-url is left out: the network of this page is used.');
    else if (/private-key|mnemonic|password|keystore/.test(name))
      return fail(
        'This command contains a secret key. Remove it: nothing here is signed, and --from names the sender.',
      );
    else notes.push(`${name.slice(0, 40)} is left out.`);
  }
  if (!/^\d+$/.test(chain)) {
    notes.push(`The chain “${chain.slice(0, 30)}” is left out: choose the network below.`);
    chain = network;
  }
  const [to = '', signature, ...args] = plain;
  if (to !== '' && !isAddressShaped(to))
    return fail(`“${to.slice(0, 60)}” is no address. Names are not looked up here: write the address.`);
  if (to === '' && fields.data === undefined) return fail(`cast ${command} needs a receiver: 0x and 40 hex digits.`);
  const typed = inputOf(fields.data, signature, args);
  if (!typed.ok) return typed;
  const step = emptyStep({
    to,
    from: fields.from ?? '',
    value: spaced(fields.value ?? ''),
    gas: fields.gas ?? '',
    nonce: fields.nonce ?? '',
    ...(fields.tip === undefined
      ? { gasPrice: spaced(fields.gasPrice ?? '') }
      : { maxFee: spaced(fields.gasPrice ?? ''), tip: spaced(fields.tip) }),
    ...typed.value,
  });
  if (step.from === '') notes.push('It does not name a sender: fill it in.');
  const draft = emptyDraft(chain, [step]);
  return ok({
    kind: `One call, written for cast ${command}`,
    draft: {
      ...draft,
      block: decimal(position.block),
      blocks: draft.blocks.map((each) => ({ ...each, ...block, accounts: [...accounts.values()] })),
    },
    notes,
  });
}

function isOption(word: string): boolean {
  return word.startsWith('-') && !/^-\d/.test(word);
}

type Typed = { input?: string; signature?: string; args?: string[] };

function inputOf(
  data: string | undefined,
  signature: string | undefined,
  args: readonly string[],
): Result<Typed, string> {
  if (data !== undefined) return ok({ input: data });
  if (signature === undefined) return ok({});
  if (/^0x[0-9a-fA-F]*$/.test(signature)) return ok({ input: signature });
  // The types that it returns stand behind those of the arguments.
  const own = /^[\w$]+\(/.test(signature) ? argumentsPart(signature) : undefined;
  if (own === undefined) return fail(`“${signature.slice(0, 80)}” is no function: write transfer(address,uint256).`);
  const wei = inWei(own, args);
  if (!wei.ok) return wei;
  const encoded = encodeTyped(own, wei.value);
  if (!encoded.ok) return encoded;
  return ok({ input: encoded.value, signature: `function ${own}`, args: [...wei.value] });
}

/** The arguments, those of integers that name a unit (`5ether`) in wei. */
function inWei(signature: string, args: readonly string[]): Result<readonly string[], string> {
  const inputs = functionOf(signature);
  const amounts: string[] = [];
  for (const [at, argument] of args.entries()) {
    const [, digits = '', unit = ''] = /^([\d.]+)\s*(wei|gwei|ether)$/i.exec(argument) ?? [];
    const isAmount = inputs.ok && /^u?int\d*$/.test(inputs.value.inputs[at]?.type ?? '') && unit !== '';
    const amount = isAmount ? parseAmount(digits, UNITS[unit.toLowerCase()] ?? WEI) : undefined;
    if (amount?.ok === false) return fail(`“${argument.slice(0, 60)}”: ${amount.error}`);
    amounts.push(amount === undefined ? argument : amount.value.toString());
  }
  return ok(amounts);
}

function argumentsPart(signature: string): string | undefined {
  let depth = 0;
  for (let at = 0; at < signature.length; at++) {
    if (signature[at] === '(') depth++;
    if (signature[at] === ')' && --depth === 0) return signature.slice(0, at + 1);
  }
  return undefined;
}

/** `address:value`, or `address:slot:value`; several with commas between. */
function addOverride(
  accounts: Map<string, AccountDraft>,
  kind: 'balance' | 'nonce' | 'code' | 'state' | 'stateDiff',
  text: string,
): string | undefined {
  for (const each of text.split(',')) {
    const [address = '', first = '', second] = each.split(':');
    const isSlot = kind === 'state' || kind === 'stateDiff';
    if (!isAddressShaped(address) || first === '' || (isSlot && second === undefined))
      return `“${each.slice(0, 60)}” is not ${isSlot ? 'address:slot:value' : 'address:value'}.`;
    const account = accounts.get(address.toLowerCase()) ?? { ...emptyAccount(), address };
    accounts.set(address.toLowerCase(), account);
    if (!isSlot) account[kind] = kind === 'balance' ? spaced(first) : first;
    else {
      account.slots = [account.slots, `${first} = ${second}`].filter(Boolean).join('\n');
      if (kind === 'state') account.replaces = true;
    }
  }
  return undefined;
}

/** `1ether` as the form writes it. */
function spaced(amount: string): string {
  return amount.replace(/^([\d.]+)(wei|gwei|ether)$/i, '$1 $2');
}

function splitOnce(word: string, at: string): [string, string?] {
  const place = word.indexOf(at);
  return place === -1 ? [word] : [word.slice(0, place), word.slice(place + 1)];
}

/** Words as a shell parts them, with quotes and backslashes; undefined where a quote stays open. Nothing is substituted. */
function splitWords(line: string): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let at = 0; at < line.length; at++) {
    const char = line[at] ?? '';
    if (quote !== '') {
      if (char === quote) quote = '';
      else if (char === '\\' && quote === '"') word = (word ?? '') + (line[++at] ?? '');
      else word = (word ?? '') + char;
    } else if (char === "'" || char === '"') {
      quote = char;
      word ??= '';
    } else if (char === '\\') {
      const next = line[++at] ?? '';
      if (next !== '\n') word = (word ?? '') + next;
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + char;
  }
  if (quote !== '') return undefined;
  if (word !== undefined) words.push(word);
  return words;
}
