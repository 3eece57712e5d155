/** A transaction as text: the sentence first, then how far it is proven, then every tab of its page. */

import { assetText, heldNote, isUnknown, movedTitle, TOLD, UNKNOWN } from '../../../src/app/views/assets/asset-text';
import { FEE_TEXT } from '../../../src/app/views/open-trace/fee-text';
import { slotsInOrder, withDistinctNames } from '../../../src/app/views/state/state-lines';
import { slotText, wordText } from '../../../src/app/views/trace/row-format';
import { REFUSALS } from '../../../src/app/views/transaction/authorization-text';
import { pathText } from '../../../src/core/abi/path-text';
import { nameText } from '../../../src/core/abi/value-text';
import type { NativeCurrency } from '../../../src/core/chain/network';
import type { Hex } from '../../../src/core/chain/primitives';
import { proxyInCode } from '../../../src/core/contract/proxies/proxy';
import { formatAmount, formatFee, formatNative } from '../../../src/core/format/amounts';
import { formatInteger } from '../../../src/core/format/counts';
import { countOf } from '../../../src/core/format/plural';
import { PROOF_LEVEL_TEXT } from '../../../src/core/proof/proof-level-text';
import { harmlessText } from '../../../src/core/text/harmless';
import type { SourceTraceSummary } from '../../../src/workers/trace/source-trace.api';
import type { EventView, Transfers } from '../../../src/workers/trace/views.api';
import type { FactsToCome, ProofFact } from '../facts/transaction';
import type { OpenMined } from '../open-mined';
import type { MinedAnswers } from '../read-mined';
import type { Page } from './paint';
import { addressWithName, argumentsText, exactText, fileName, rowParts, valueText } from './rows';

/** UTF-16 units of a sentence that comes from elsewhere. */
const SENTENCE = 400;

/** Writes an opened transaction. `answers` are absent where it has no trace. */
export async function writeTransaction(
  page: Page,
  facts: FactsToCome,
  { trace }: OpenMined,
  answers: MinedAnswers | undefined,
  currency: NativeCurrency,
  withGas: boolean,
): Promise<void> {
  writeHead(page, facts, currency);
  if (facts.proof) writeProof(page, facts.proof);
  if (answers === undefined || 'failure' in trace) {
    page.heading('No trace');
    page.sentence(harmlessText(facts.noTrace ?? '', SENTENCE));
    return;
  }
  writeStack(page, trace.source);
  const { count, shown, pages } = answers.calls;
  page.heading('Calls', countOf(count, 'row'));
  for await (const rows of pages) for (const row of rows) page.line('  ', ...rowParts(row, currency, withGas));
  writeMore(page, count, shown);
  writeConsole(page, trace.source);
  await writeEvents(page, answers);
  writeAssets(page, answers.transfers, currency);
  writeFees(page, facts, currency);
  writeState(page, answers, currency);
}

/** Writes what a fee consists of and whom it is paid to, on a chain with fees of its own. */
function writeFees(page: Page, { fees = [], minted }: FactsToCome, currency: NativeCurrency): void {
  if (fees.length === 0 && minted === undefined) return;
  page.heading('Fees');
  const exact = (amount: string) => formatNative(BigInt(amount), currency).exact;
  for (const { kind, amount, to } of fees)
    page.line(`  ${FEE_TEXT[kind]} ${exact(amount)} `, { text: to === undefined ? 'burnt' : `to ${to}`, in: 'dim' });
  if (minted === undefined) return;
  const from = minted.from === undefined ? 'made for the sender' : `brought to the sender from ${minted.from}`;
  page.line(`  ${exact(minted.amount)} ${from} by the protocol`);
}

/** Writes the sentence, and what the transaction is. */
export function writeHead(page: Page, facts: FactsToCome, currency: NativeCurrency): void {
  const { status, sentence, hash, network, block, from, to, created, value, gasUsed, gasLimit, fee, tokenFee } = facts;
  const look = {
    success: ['✓', 'green'],
    failed: ['✕', 'red'],
    pending: ['…', 'yellow'],
    unknown: ['?', 'yellow'],
  } as const;
  const [glyph, colour] = look[status];
  page.line({ text: `${glyph} `, in: colour }, { text: sentence, in: 'bold' });
  page.line('  ', { text: hash, in: 'dim' });
  const place = block ? ` · block ${formatInteger(block.number)}, position ${block.index}` : '';
  page.line(`  ${harmlessText(network.name, 60)}${place}`);
  page.line(`  from ${from}`, to ? ` to ${to}` : created ? ` created ${created}` : '');
  const paid = tokenFee
    ? ` · fee ${formatAmount(BigInt(tokenFee.amount), 18)} of ${tokenFee.token}`
    : fee === undefined
      ? ''
      : ` · fee ${formatFee(BigInt(fee), currency).text}`;
  const gas =
    gasUsed === undefined
      ? `gas limit ${formatInteger(gasLimit)}`
      : `${formatInteger(gasUsed)} of ${formatInteger(gasLimit)} gas`;
  page.line(`  value ${formatNative(BigInt(value), currency).text} · ${gas}${paid}`);
  writeLists(page, facts);
}

/** Writes what the transaction carries beside its calldata. */
function writeLists(page: Page, { authorizations = [], accessList = [], blobs = [] }: FactsToCome): void {
  for (const { authority, delegate, chainId, nonce, applied, refusal } of authorizations) {
    const code = BigInt(delegate) === 0n ? 'no account any more' : delegate;
    const chain = chainId === '0' ? 'any chain' : `chain ${chainId}`;
    const result = refusal ? `not applied. ${REFUSALS[refusal]}` : applied ? 'applied' : 'not executed here';
    page.line(`  ${authority ?? 'somebody'} runs code of ${code} · ${chain}, nonce ${nonce} · ${result}`);
  }
  if (accessList.length > 0) {
    const keys = accessList.reduce((sum, { storageKeys }) => sum + storageKeys.length, 0);
    page.line(`  access list of ${countOf(accessList.length, 'account')} with ${countOf(keys, 'key')}`);
  }
  for (const hash of blobs) page.line('  blob ', { text: hash, in: 'dim' });
}

/** Writes how far a trace is proven, and what stays the endpoint's word. */
export function writeProof(page: Page, proof: ProofFact): void {
  const { level, levels, steps, doubt, word, notChecked, limitations, method, skipped, fromFile } = proof;
  page.heading(
    'Proof',
    level === undefined
      ? method
      : `${fromFile ? 'from a file · ' : ''}${level}${steps === undefined ? '' : ` · ${countOf(steps, 'step')}`}`,
  );
  if (doubt !== undefined) page.sentence(`Not verified: ${harmlessText(doubt, SENTENCE)}`, 2, 'yellow');
  for (const { level: each, holds, sentence } of levels)
    page.line(
      { text: holds ? '  ✓ ' : '  – ', in: holds ? 'green' : 'dim' },
      `${PROOF_LEVEL_TEXT[each].name}: ${harmlessText(sentence, SENTENCE)}`,
    );
  for (const sentence of word) page.sentence(sentence, 4, 'dim');
  for (const sentence of notChecked) page.sentence(`Not checked: ${harmlessText(sentence, SENTENCE)}`, 4);
  for (const sentence of limitations) page.sentence(harmlessText(sentence, SENTENCE), 4);
  for (const { method: other, reason } of level === undefined ? skipped : [])
    page.sentence(`${other}: ${harmlessText(reason, SENTENCE)}`, 4, 'dim');
}

function writeStack(page: Page, source: SourceTraceSummary | string): void {
  if (typeof source === 'string') {
    page.heading('Stack trace');
    page.sentence(harmlessText(source, SENTENCE), 2, 'dim');
    return;
  }
  if (source.stack.length === 0) return;
  page.heading('Stack trace', 'the error first');
  for (const { contract, function: name, role, place, sentence } of source.stack.toReversed()) {
    const who = contract === '' ? 'Unknown contract' : harmlessText(contract, 120);
    page.line(
      `  ${who}${name === '' ? '' : `.${harmlessText(name, 120)}`}`,
      role ? ` ${role}` : '',
      place ? { text: `  ${harmlessText(place.file, 200)}:${place.line}`, in: 'cyan' } : '',
    );
    if (sentence !== '') page.sentence(harmlessText(sentence, SENTENCE), 4, 'red');
  }
}

function writeConsole(page: Page, source: SourceTraceSummary | string): void {
  if (typeof source === 'string' || source.logs.length === 0) return;
  page.heading('Console', countOf(source.logs.length, 'line'));
  for (const { text, place } of source.logs)
    page.line(
      `  ${harmlessText(text, SENTENCE)}`,
      place ? { text: `  ${fileName(place.file)}:${place.line}`, in: 'dim' } : '',
    );
}

async function writeEvents(page: Page, { events: { count, shown, pages } }: MinedAnswers): Promise<void> {
  if (count === 0) return;
  page.heading('Events', countOf(count, 'event'));
  for await (const events of pages) for (const event of events) writeEvent(page, event);
  writeMore(page, count, shown);
}

function writeEvent(page: Page, { depthId, from, fromName, functionName, selector, inputs }: EventView): void {
  page.line(
    { text: `  ${depthId.padEnd(8)} `, in: 'dim' },
    addressWithName(from, fromName),
    ' ',
    { text: functionName ? nameText(functionName.text) : (selector ?? 'anonymous'), in: 'magenta' },
    inputs ? `(${argumentsText(inputs)})` : '',
  );
}

/** Writes net changes by address. */
export function writeAssets(page: Page, moved: Transfers, currency: NativeCurrency): void {
  const { changes, tokens, names, count, malformed = [] } = moved;
  if (count + changes.length + malformed.length === 0) return;
  const { title, aside = '' } = movedTitle(moved);
  page.heading(title, aside);
  const known = new Map(tokens.map((token) => [token.address, token]));
  for (const change of changes) {
    const { held } = change;
    const amount = held ?? change.amount;
    const text = exactText(assetText({ ...change, amount }, known, currency));
    const isGain = amount >= 0n;
    const told =
      held === undefined ? '' : ` by its balance; by the events ${exactText(assetText(change, known, currency))}`;
    page.line(`  ${addressWithName(change.address, names[change.address])} `, {
      text: `${isGain ? '+' : '−'}${text}${told}`,
      in: isGain ? 'green' : 'red',
    });
  }
  for (const { sentence } of malformed) page.sentence(sentence, 2, 'yellow');
  if (tokens.some(isUnknown)) page.sentence(UNKNOWN, 2, 'yellow');
  if (changes.some(({ held }) => held !== undefined)) page.sentence(heldNote(moved), 2, 'yellow');
  if (tokens.length > 0) page.sentence(TOLD, 2, 'dim');
}

/** Writes what changed of each account. */
export function writeState(
  page: Page,
  { state, variables: found }: Pick<MinedAnswers, 'state' | 'variables'>,
  currency: NativeCurrency,
): void {
  page.heading('State');
  if (!state.ok) {
    page.sentence(harmlessText(state.error.message, SENTENCE));
    return;
  }
  const variables = withDistinctNames(found);
  const inOrder = slotsInOrder(variables);
  for (const account of state.value.accounts) {
    const { address, name, coinbase, created, destructed, balance, nonce, code } = account;
    const notes = [coinbase && 'fee recipient', created && 'created', destructed && 'destructed'].filter(Boolean);
    page.line(
      `  ${addressWithName(address, name)}`,
      notes.length > 0 ? { text: `  ${notes.join(', ')}`, in: 'dim' } : '',
    );
    const change = (what: string, before: string, after: string) =>
      page.line(`    ${what} `, { text: `${before} → `, in: 'dim' }, after);
    if (balance)
      change('balance', formatNative(balance.before, currency).exact, formatNative(balance.after, currency).exact);
    if (nonce) change('nonce', formatInteger(nonce.before), formatInteger(nonce.after));
    if (code) change('code', codeText(code.before), codeText(code.after));
    for (const { key, before, after, known } of inOrder(account)) {
      if (known === undefined) change(`slot ${slotText(key)}`, wordText(before), wordText(after));
      for (const value of known?.values ?? [])
        change(pathText(value.path, known?.names), valueText(value.before), valueText(value.after));
    }
  }
}

/** The size of a code, or to what an account delegates (EIP-7702). */
function codeText({ hex, bytes }: { hex: Hex; bytes: number }): string {
  const proxy = proxyInCode(hex);
  return proxy?.kind === 'EIP-7702' ? `delegates to ${proxy.implementation}` : countOf(bytes, 'byte');
}

/** Says what is not there, where a list was cut. */
function writeMore(page: Page, count: number, shown: number): void {
  if (count > shown)
    page.line({ text: `  … ${formatInteger(count - shown)} more; --rows ${count} shows all`, in: 'dim' });
}
