/** Tools about a transaction as a whole: how large it is, why it failed, what it moved, what it changed. */

import { assetText } from '../../../../src/app/views/assets/asset-text';
import type { Address } from '../../../../src/core/chain/primitives';
import { formatInteger } from '../../../../src/core/format/counts';
import { countOf } from '../../../../src/core/format/plural';
import { harmlessText } from '../../../../src/core/text/harmless';
import type { TraceHandle } from '../../../../src/workers/ids';
import type { StackLine } from '../../../../src/workers/trace/source-trace.api';
import { transactionFacts } from '../../facts/transaction';
import { JOB } from '../../open-chain';
import { addressWithName, exactText, rowParts } from '../../text/rows';
import { writeAssets, writeHead, writeState } from '../../text/transaction';
import { Answer, SIZE } from '../answer';
import type { McpSession, OpenTool } from '../session';
import { cursor, HASH, size, skipOf, tool } from '../tool';

/** Frames of a failing path: the first and the last of a longer one. */
const PATH = { first: 4, last: 12 };

function answerOf(session: McpSession, open: OpenTool, tab: string, given: Sized): Answer {
  const link = session.linkTo(open, tab);
  return new Answer({ proof: session.proofOf(open), link }, given.size ?? SIZE.usual, skipOf(given.cursor));
}
type Sized = { size: number | undefined; cursor?: string | undefined };

export const transaction = tool({
  name: 'transaction',
  description:
    'A transaction in a few lines: what it did or why it failed, how large its trace is (calls, events, contracts, depth, instructions), gas. Ask this first.',
  fields: { ...HASH, size },
  async run(session, given) {
    const open = await session.open(given.network, given.transaction);
    const { record } = open.mined;
    const answer = answerOf(session, open, '', given);
    const page = answer.page();
    const network = { ...session.chain.network, id: open.networkId, nativeCurrency: open.currency };
    const named = open.networkId === session.chain.networkId ? network : { ...network, name: 'Virtual network' };
    writeHead(page, transactionFacts(named, open.mined, undefined), open.currency);
    const { frameCount, rowCount, logCount, contractCount, maxDepth, failedCount, verification, prints } = open.summary;
    page.line(
      `trace: ${countOf(frameCount, 'call')} to depth ${maxDepth}, ${countOf(logCount, 'event')}, ${countOf(contractCount, 'contract')}, ${countOf(rowCount, 'row')}, ${countOf(verification?.steps ?? 0, 'instruction')} executed here`,
    );
    if (failedCount > 0) page.line(`${countOf(failedCount, 'failed call')}; the tool failure says which one counts`);
    page.line(`calldata: ${countOf((record.transaction.input.length - 2) / 2, 'byte')}`);
    const { source } = open.mined.trace as Exclude<typeof open.mined.trace, { failure: unknown }>;
    if (typeof source === 'string') page.sentence(harmlessText(source, 300));
    else {
      const known = source.contracts.filter(({ name }) => name !== undefined).length;
      page.line(`sources of ${known} of ${countOf(source.contracts.length, 'contract')} are known`);
      if (prints) for (const { text } of source.logs.slice(0, 20)) page.line(`console: ${harmlessText(text, 200)}`);
    }
    return answer.text();
  },
});

export const failure = tool({
  name: 'failure',
  description:
    'Why a transaction failed: the error, the stack trace with lines of source, and the calls that lead to it with their arguments.',
  fields: { ...HASH, size, cursor },
  async run(session, given) {
    const open = await session.open(given.network, given.transaction);
    const { trace } = session.engine;
    const { failing } = await trace.outcome(open.handle);
    const { source } = open.mined.trace as Exclude<typeof open.mined.trace, { failure: unknown }>;
    const link = session.linkTo(open, '', { trace: shortId(failing?.depthId) });
    const answer = new Answer({ proof: session.proofOf(open), link }, given.size ?? SIZE.usual, skipOf(given.cursor));
    const page = answer.page();
    const { sentence } = transactionFacts(session.chain.network, open.mined, undefined);
    page.sentence(harmlessText(sentence, 600), 0);
    if (failing === undefined) {
      const { failedCount } = open.summary;
      page.line(
        failedCount === 0
          ? 'The transaction did not fail.'
          : `The transaction did not fail; ${countOf(failedCount, 'call')} in it did, and the failure was caught: search with filter reverts lists them`,
      );
      return answer.text();
    }
    page.heading('Stack trace, the error first');
    if (typeof source === 'string') page.sentence(harmlessText(source, 300), 0);
    else
      for (const line of source.stack.toReversed()) {
        const { contract, function: name, place, sentence: said, step } = line;
        const who = harmlessText(`${contract || 'unknown contract'}${name === '' ? '' : `.${name}`}`, 160);
        page.line(
          `${who}${place ? `  ${harmlessText(place.file, 160)}:${place.line}` : ''}${step < 0 ? '' : `  step ${step}`}`,
        );
        const text = await lineText(session, open, line);
        if (text !== undefined) page.line(`    ${harmlessText(text, 200)}`);
        if (said !== '') page.sentence(`  ${harmlessText(said, 300)}`, 0);
      }
    page.heading('Calls that lead to it');
    const path = await pathTo(session, open, failing.depthId);
    for (const [at, row] of path.entries()) {
      if (path.length > PATH.first + PATH.last && at === PATH.first)
        page.line(`… ${path.length - PATH.first - PATH.last} calls`);
      if (at >= PATH.first && at < path.length - PATH.last) continue;
      const detail = await trace.detail(open.handle, row);
      page.line(`#${row} `, ...rowParts({ ...detail, depth: 0 }, open.currency, false));
    }
    return answer.text();
  },
});

/** The rows from the root to the one with this depth id, outermost first. */
async function pathTo({ engine }: McpSession, { handle }: OpenTool, depthId: string) {
  const parts = depthId.split('.');
  const rows = [];
  for (let at = 1; at <= parts.length; at++) {
    if (at > PATH.first && at <= parts.length - PATH.last) continue;
    const row = await engine.trace.rowOf(handle, parts.slice(0, at).join('.'));
    if (row !== undefined) rows.push(row);
  }
  return rows;
}

/** The text of a line of the stack trace. */
async function lineText({ engine }: McpSession, { networkId, handle }: OpenTool, { place, step }: StackLine) {
  if (place === undefined) return undefined;
  const known = place.address && (await engine.contracts.sourceText(networkId, place.address, place.file));
  const text = known ?? (await textInTrace(engine, handle, step, place.file));
  return text?.split('\n')[place.line - 1]?.trim();
}

/** The text of a file as the trace has it: nobody knows a contract whose creation failed. */
async function textInTrace({ trace }: McpSession['engine'], handle: TraceHandle, step: number, path: string) {
  const source = step < 0 ? undefined : await trace.sourceAt(handle, step);
  const file = source?.ok ? source.value.files.find((each) => each.path === path) : undefined;
  const read = file && (await trace.stepFile(handle, file.id));
  return read?.ok ? read.value?.text : undefined;
}

/** Returns a depth id as a link bears it; undefined for one that is too long. */
export function shortId(depthId: string | undefined): string | undefined {
  return depthId !== undefined && depthId.length < 200 ? depthId : undefined;
}

export const funds = tool({
  name: 'funds',
  description: 'The fund flow of a transaction: net changes by address, then each transfer in its order.',
  fields: { ...HASH, size, cursor },
  async run(session, given) {
    const open = await session.open(given.network, given.transaction);
    const { trace } = session.engine;
    const balanced = await trace.balancedTransfers(JOB, open.handle);
    const moved = balanced.ok ? balanced.value : await trace.settledTransfers(open.handle);
    const answer = answerOf(session, open, '', given);
    const page = answer.page();
    if (moved.count + moved.changes.length === 0) page.line('Nothing moved.');
    writeAssets(page, moved, open.currency);
    const known = new Map(moved.tokens.map((token) => [token.address, token]));
    const who = (address: Address) => addressWithName(address, moved.names[address]);
    if (moved.count > 0)
      page.heading(
        `${countOf(moved.count, 'transfer')}${moved.undone ? ', all undone' : moved.unsure ? ', if the transaction succeeded' : ''}`,
      );
    for (const transfer of moved.transfers) {
      if (answer.isFull) break;
      const text = exactText(assetText(transfer, known, open.currency));
      page.line(`#${transfer.row} ${who(transfer.from)} → ${who(transfer.to)}: ${text}`);
    }
    return answer.text();
  },
});

export const state = tool({
  name: 'state',
  description: 'What a transaction changed: balances, nonces, code, and storage by the names of its source.',
  fields: { ...HASH, size, cursor },
  async run(session, given) {
    const open = await session.open(given.network, given.transaction);
    const { trace } = session.engine;
    const answer = answerOf(session, open, '/state-diff', given);
    const variables = await trace.storageVariables(open.handle);
    writeState(
      answer.page(),
      { state: await trace.stateChanges(open.handle), variables: variables.ok ? variables.value : [] },
      open.currency,
    );
    return answer.text();
  },
});

/** Returns the parts of a row's line: its number, by which other tools take it, and its words. */
export function numberedRow(row: Parameters<typeof rowParts>[0], base: number, open: OpenTool, gas: boolean) {
  return [
    `${'  '.repeat(Math.max(0, row.depth - base))}#${row.row} `,
    ...rowParts({ ...row, depth: 0 }, open.currency, false),
    ...(gas && row.gasUsed !== undefined ? [`  ${formatInteger(row.gasUsed)} gas`] : []),
  ];
}
