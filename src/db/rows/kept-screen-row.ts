/** The first screen of a page as it was when the page had settled: what can be drawn before the app is there. */
import * as v from 'valibot';
import { parseRow } from './fields';
import { readScreenNodes, type ScreenNode } from './screen-node';

const SCHEMA = v.object({
  /** The version of the app that drew it. */
  build: v.string(),
  /** The digest of the configuration it was drawn under. */
  config: v.string(),
  /** Width of the window and choices it was drawn under, as `public/first.js` writes them. */
  state: v.string(),
  /** The theme that it was drawn in, also where that is the system's. */
  theme: v.picklist(['light', 'dark']),
  /** Sizes of the window in which it stands, CSS pixels: the height of the screen, and the width without a scrollbar. */
  height: v.pipe(v.number(), v.integer(), v.minValue(1)),
  width: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Addresses of the style sheets that it was drawn with. */
  styles: v.pipe(v.array(v.pipe(v.string(), v.regex(/^\/assets\/[\w-]+\.css$/))), v.maxLength(20)),
  title: v.pipe(v.string(), v.maxLength(1_000)),
  /** Whether all of it stays true. Screens that may change are marked as being asked for again. */
  isFinal: v.boolean(),
  nodes: v.unknown(),
});

export type KeptScreen = Omit<v.InferOutput<typeof SCHEMA>, 'nodes'> & { nodes: readonly ScreenNode[] };

/** Checks a stored screen as deeply as its nodes go; undefined when anything about it may not be kept. */
export function fromKeptScreenRow(stored: unknown): KeptScreen | undefined {
  const row = parseRow(SCHEMA, stored);
  const nodes = readScreenNodes(row?.nodes);
  return row === undefined || nodes === undefined ? undefined : { ...row, nodes };
}

/** Returns the version of the app whose document this is: the name of its entry, in which the digests of all files are; '' where it has none. */
export function buildOf(html: string): string {
  return /<script type="module"[^>]* src="([^"]+)"/.exec(html)?.[1] ?? '';
}
