/**
 * The file in which a project travels (docs/project-files.md has its fields). What is read of one is bounded and
 * checked: it may come from anybody.
 */

import * as v from 'valibot';
import { spellValue, unspellValue } from '../backup/spell';
import { address, networkId } from '../chain/file-fields';
import type { NetworkId } from '../chain/primitives';
import { type Label, labelOf, MAX_LABEL_LENGTH } from '../contract/labels/label';
import { readOwnFile } from '../json/own-file';
import { fail, ok, type Result } from '../values/result';
import {
  accountKey,
  isSlug,
  isUsername,
  MAX_ACCOUNTS,
  MAX_DESCRIPTION,
  MAX_NOTE,
  MAX_PROJECT_NAME,
  MAX_TAG,
  MAX_TAGS,
  OWNER_TYPES,
  type Project,
  type ProjectAccount,
  type ProjectUid,
  VISIBILITIES,
} from './project';
import { CARRIED_KINDS, type CarriedItem, type CarriedKind, ITEM_TABLES, MAX_ITEMS } from './project-items';

/** Bytes of a file: as many accounts as there may be, each with a long note, stay below. */
export const MAX_PROJECT_FILE = 30_000_000;
const MAX_ENDPOINTS = 100;
const MAX_URL = 500;
const MAX_ITEM_NAME = 500;
const FORMAT = 'loupe project';

export type ProjectEndpoint = { networkId: NetworkId; name: string; url: string };

/** A project with everything of it that can travel. */
export type ProjectContent = {
  project: Project;
  accounts: readonly ProjectAccount[];
  /** Labels of the project's accounts. */
  labels: readonly Label[];
  /** Names of the project's networks. */
  networks: readonly { id: NetworkId; name: string }[];
  /** The reader's own endpoints of its networks. Their URLs may hold keys. */
  endpoints: readonly ProjectEndpoint[];
  /** Simulations, virtual networks, private verifications and watches of the project. */
  items: readonly CarriedItem[];
};

/** Parts of a project that go into a file. */
export type ExportChoice = {
  labels: boolean;
  notes: boolean;
  privateNotes: boolean;
  endpoints: boolean;
  simulations: boolean;
  virtualNetworks: boolean;
  verifications: boolean;
  watches: boolean;
};

/** Private notes and endpoints stay unless they are chosen. */
export const DEFAULT_EXPORT: ExportChoice = {
  labels: true,
  notes: true,
  privateNotes: false,
  endpoints: false,
  simulations: true,
  virtualNetworks: true,
  verifications: true,
  watches: true,
};

/** The choice that each kind of item goes by. */
const CHOICE_OF = {
  simulation: 'simulations',
  network: 'virtualNetworks',
  verification: 'verifications',
  watch: 'watches',
} as const satisfies Record<CarriedKind, keyof ExportChoice>;

/** Returns the part of a project that the reader chose to hand out. One that is handed over goes to its new owner. */
export function chooseContent(
  { project: { transferTo, lastPushAt: _, ...project }, accounts, labels, networks, endpoints, items }: ProjectContent,
  choice: ExportChoice,
): ProjectContent {
  return {
    project: { ...project, owner: transferTo ?? project.owner },
    accounts: accounts.map(({ note, ...account }) => {
      const goes = note !== undefined && (note.isPrivate ? choice.privateNotes : choice.notes);
      return goes ? { ...account, note } : account;
    }),
    labels: choice.labels ? labels : [],
    networks,
    endpoints: choice.endpoints ? endpoints : [],
    items: items.filter(({ kind }) => choice[CHOICE_OF[kind]]),
  };
}

/**
 * Returns those of the reader's endpoints that a file can hold, in their order, with names cut to the limit. The
 * endpoint of a virtual network leads into this browser, so it is none of them; the network itself travels as an
 * item.
 */
export function endpointsForFile(endpoints: readonly ProjectEndpoint[]): readonly ProjectEndpoint[] {
  return endpoints
    .map(({ networkId, name, url }) => ({ networkId, name: name.slice(0, MAX_PROJECT_NAME), url }))
    .filter((each) => v.is(endpoint, each))
    .slice(0, MAX_ENDPOINTS);
}

/** Returns the text of the file. */
export function formatProjectFile({ project, networks, accounts, labels, endpoints, items }: ProjectContent): string {
  const spelled = items.map(({ rows, ...item }) => ({
    ...item,
    rows: rows.map(({ table, row }) => [table, spellValue(row)]),
  }));
  const file = { format: FORMAT, version: 1, project, networks, accounts, labels, endpoints, items: spelled };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Parses the project of a file, all of it or nothing; the error is one sentence that says what is wrong and where. */
export function parseProjectFile(text: string): Result<ProjectContent, string> {
  if (text.length > MAX_PROJECT_FILE) return fail('The file is larger than a project can be.');
  const file = readOwnFile(text, headSchema, 'project');
  if (!file.ok) return file;
  const parsed = v.safeParse(fileSchema, file.value.json, { abortEarly: true });
  if (!parsed.success) {
    const [issue] = parsed.issues;
    return fail(`The file is damaged at ${v.getDotPath(issue) ?? 'its beginning'}: ${issue.message}.`);
  }
  const { project, accounts, labels, networks, endpoints, items: spelled } = parsed.output;
  const items = spelled.map(unspellItem);
  if (!items.every((item) => item !== undefined))
    return fail('The file is damaged at items: a value has a form that this version does not know.');
  const keys = new Set(accounts.map(accountKey));
  if (keys.size < accounts.length) return fail('The file has an address of a network twice.');
  const own = labels.filter((label) => keys.has(accountKey(label)));
  return ok({ project, accounts, labels: own, networks, endpoints, items });
}

/** Undefined where a row is spelled in no known way. What the rows hold is checked where they are kept. */
function unspellItem({ rows, ...item }: v.InferOutput<typeof itemSchema>): CarriedItem | undefined {
  const values = rows.map(([table, spelled]) => ({ table, row: unspellValue(spelled) }));
  const read = values.flatMap(({ table, row }) => (row.ok ? [{ table, row: row.value }] : []));
  return read.length === rows.length ? { ...item, rows: read } : undefined;
}

const headSchema = v.object({ format: v.literal(FORMAT), version: v.pipe(v.number(), v.integer()) });

const time = v.pipe(v.number('is no time'), v.safeInteger('is no time'), v.minValue(0, 'is no time'));
const textOf = (limit: number) =>
  v.pipe(v.string('is no text'), v.maxLength(limit, `is longer than ${limit} characters`));

const owner = v.object({
  username: v.pipe(v.string('is no text'), v.check(isUsername, 'is no name of an owner')),
  type: v.picklist(OWNER_TYPES, 'is no kind of owner'),
});

const account = v.object({
  networkId,
  address,
  type: v.picklist(['contract', 'wallet'], 'is neither contract nor wallet'),
  tags: v.pipe(v.array(textOf(MAX_TAG), 'is no list'), v.maxLength(MAX_TAGS, 'has too many tags')),
  note: v.exactOptional(v.object({ text: textOf(MAX_NOTE), isPrivate: v.boolean('is neither true nor false') })),
  addedAt: time,
  changedAt: time,
});

const label = v.object({
  networkId,
  address,
  name: v.pipe(textOf(MAX_LABEL_LENGTH), v.transform(labelOf), v.minLength(1, 'is empty')),
});

const endpoint = v.object({
  networkId,
  name: textOf(MAX_PROJECT_NAME),
  url: v.pipe(textOf(MAX_URL), v.regex(/^https?:\/\/[^\s/?#]+/i, 'is no http(s) URL')),
});

const itemSchema = v.object({
  kind: v.picklist(CARRIED_KINDS, 'is no kind of item'),
  id: textOf(80),
  name: textOf(MAX_ITEM_NAME),
  rows: v.array(v.tuple([v.picklist(ITEM_TABLES, 'is no table'), v.unknown()]), 'is no list'),
});

const fileSchema = v.object({
  project: v.object({
    uid: v.pipe(
      v.string('is no text'),
      v.regex(/^[0-9a-f]{32}$/, 'is no id of a project'),
      v.transform((uid) => uid as ProjectUid),
    ),
    owner,
    name: v.pipe(textOf(MAX_PROJECT_NAME), v.minLength(1, 'is empty')),
    slug: v.pipe(v.string('is no text'), v.check(isSlug, 'is no slug')),
    visibility: v.picklist(VISIBILITIES, 'is no visibility'),
    description: textOf(MAX_DESCRIPTION),
    createdAt: time,
    changedAt: time,
  }),
  networks: v.pipe(
    v.array(v.object({ id: networkId, name: textOf(MAX_PROJECT_NAME) }), 'is no list'),
    v.maxLength(MAX_ACCOUNTS, 'is too long'),
  ),
  accounts: v.pipe(v.array(account, 'is no list'), v.maxLength(MAX_ACCOUNTS, 'is too long')),
  labels: v.pipe(v.array(label, 'is no list'), v.maxLength(MAX_ACCOUNTS, 'is too long')),
  endpoints: v.pipe(v.array(endpoint, 'is no list'), v.maxLength(MAX_ENDPOINTS, 'is too long')),
  // Absent in files of versions that had none.
  items: v.optional(v.pipe(v.array(itemSchema, 'is no list'), v.maxLength(MAX_ITEMS, 'is too long')), []),
});
