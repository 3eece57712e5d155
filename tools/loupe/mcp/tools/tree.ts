/** Tools about the tree of calls: its skeleton, a subtree of it, rows by search. */
import { type RowIndex, rowIndex } from '../../../../src/core/trace/rows';
import { ALL_SHOWN, type TraceToggles } from '../../../../src/core/trace/toggles';
import { Answer, SIZE } from '../answer';
import { BadInput, flag, oneOf, optional, text, whole } from '../fields';
import type { McpSession, OpenTool } from '../session';
import { cursor, HASH, size, tool } from '../tool';
import { type Walk, walkTree } from '../walk-tree';
import { numberedRow, shortId } from './transaction';

const CALLS: TraceToggles = { full: false, storage: false, events: false };
const FILTERS = ['all', 'opcode', 'from', 'to', 'function', 'file', 'contract', 'reverts'] as const;
const ROW = optional(
  whole('Number of the row, as answers have it after #; the whole transaction unless given', 0, 2 ** 31),
);

type Sized = { size: number | undefined; cursor: string | undefined };

/** The rows of a subtree as an answer; its cursor is the row that it goes on with. */
async function treeAnswer(
  session: McpSession,
  open: OpenTool,
  given: Sized,
  walk: Omit<Walk, 'from'>,
  withGas: boolean,
): Promise<string> {
  const { trace } = session.engine;
  if (walk.root !== 0) await knownRow(session, open, walk.root);
  const from = given.cursor === undefined ? walk.root : cursorRow(given.cursor);
  if (from !== walk.root) await knownRow(session, open, from);
  const root = await trace.detail(open.handle, walk.root);
  const link = session.linkTo(open, '', { trace: shortId(root.depthId) });
  const answer = new Answer({ proof: session.proofOf(open), link }, given.size ?? SIZE.usual);
  for await (const row of walkTree(session.engine, open.handle, { ...walk, from })) {
    const isClosed = row.hasChildren && row.depth - root.depth >= walk.depth;
    const parts = numberedRow(row, root.depth, open, withGas);
    if (!answer.line(...parts, isClosed ? ' ▸' : ''))
      return answer.text({ cursor: `row:${row.row}`, left: 'more rows' });
  }
  return answer.text();
}

function cursorRow(given: string): RowIndex {
  const [, number] = /^row:(\d{1,10})$/.exec(given) ?? [];
  if (number === undefined)
    throw new BadInput('The cursor is not of this tool: it goes on where its own answer ended.');
  return rowIndex(Number(number));
}

async function knownRow({ engine }: McpSession, { handle, summary }: OpenTool, row: RowIndex): Promise<void> {
  const isKnown = await engine.trace.detail(handle, row).then(
    () => true,
    () => false,
  );
  if (!isKnown)
    throw new BadInput(`There is no row ${row}: the trace has ${summary.rowCount} rows. Answers have numbers after #.`);
}

export const skeleton = tool({
  name: 'skeleton',
  description:
    'The outer calls of a transaction, without events and accesses to storage; ▸ marks a call with calls of its own, which subtree shows by the number after #.',
  fields: {
    ...HASH,
    depth: optional(whole('Levels below the transaction, 2 unless given', 0, 1_000)),
    gas: optional(flag('Gas that each call used')),
    ...{ size, cursor },
  },
  async run(session, given) {
    const open = await session.open(given.network, given.transaction);
    const walk = { root: rowIndex(0), depth: given.depth ?? 2, toggles: CALLS, values: false };
    return treeAnswer(session, open, given, walk, given.gas === true);
  },
});

export const subtree = tool({
  name: 'subtree',
  description:
    'Everything below one row of the tree: calls, internal calls, events, and accesses to storage by name, with arguments and results.',
  fields: {
    ...HASH,
    row: ROW,
    depth: optional(whole('Levels below the row, 3 unless given', 0, 1_000)),
    storage: optional(flag('Accesses to storage, too')),
    gas: optional(flag('Gas that each call used')),
    ...{ size, cursor },
  },
  async run(session, given) {
    const open = await session.open(given.network, given.transaction);
    const toggles = { ...ALL_SHOWN, storage: given.storage === true };
    const walk = { root: rowIndex(given.row ?? 0), depth: given.depth ?? 3, toggles, values: true };
    return treeAnswer(session, open, given, walk, given.gas === true);
  },
});

export const search = tool({
  name: 'search',
  description:
    'Rows of a transaction in which a text occurs: names of functions, events and contracts, addresses, errors. With the filter reverts, failed calls; an empty text then finds all of them.',
  fields: {
    ...HASH,
    text: text('What is looked for; upper and lower case are the same', undefined, 'a text', 200),
    filter: optional(oneOf('What of the rows is looked at; all unless given', FILTERS)),
    ...{ size, cursor },
  },
  async run(session, given) {
    const open = await session.open(given.network, given.transaction);
    const { trace } = session.engine;
    await trace.setToggles(open.handle, ALL_SHOWN);
    const { count } = await trace.search(open.handle, { text: given.text, filter: given.filter ?? 'all' });
    const link = session.linkTo(open);
    const answer = new Answer({ proof: session.proofOf(open), link }, given.size ?? SIZE.usual);
    const [, start = '0'] = /^match:(\d{1,9})$/.exec(given.cursor ?? 'match:0') ?? [];
    answer.line(`${count} rows match`);
    for (let at = Number(start); at < count; at++) {
      const match = await trace.match(open.handle, at);
      if (match === undefined) break;
      const row = await trace.detail(open.handle, match.row);
      if (!answer.line(...numberedRow(row, row.depth, open, false), ` (depth ${row.depth})`))
        return answer.text({ cursor: `match:${at}`, left: `${count - at} more` });
    }
    return answer.text();
  },
});
