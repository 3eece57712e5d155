/**
 * What is said of an item in its metadata (EIP-721 and EIP-1155, and what
 * marketplaces added to them). All of it is a stranger's text: cut here, shown
 * through `harmlessText`.
 */

import * as v from 'valibot';
import { isFields } from '../values/json-fields';

export type NftAttribute = { trait: string; value: string };

export type NftMetadata = {
  name?: string;
  description?: string;
  /** URI of the picture; may be `data:`. */
  image?: string;
  attributes: readonly NftAttribute[];
  /** Number of attributes beyond those that are kept. */
  moreAttributes: number;
};

const MAX_NAME = 200;
const MAX_DESCRIPTION = 5_000;
const MAX_ATTRIBUTES = 200;
const MAX_ATTRIBUTE = 300;

const text = v.fallback(v.optional(v.string()), undefined);
const schema = v.object({
  name: v.fallback(v.optional(v.union([v.string(), v.number()])), undefined),
  description: text,
  image: text,
  image_url: text,
  imageUrl: text,
  image_data: text,
  attributes: v.fallback(v.optional(v.unknown()), undefined),
  traits: v.fallback(v.optional(v.unknown()), undefined),
  properties: v.fallback(v.optional(v.unknown()), undefined),
});

/** Parses the metadata in a JSON value; undefined where it is no object. */
export function parseNftMetadata(json: unknown): NftMetadata | undefined {
  const parsed = v.safeParse(schema, json);
  if (!parsed.success || Array.isArray(json)) return undefined;
  const { name, description, image, image_url, imageUrl, image_data } = parsed.output;
  const picture = [image, image_url, imageUrl].find((uri) => uri !== undefined && uri.trim() !== '');
  const drawn = picture ?? (image_data === undefined || image_data.trim() === '' ? undefined : pictureOf(image_data));
  const all = attributesOf(parsed.output.attributes ?? parsed.output.traits ?? parsed.output.properties);
  return {
    ...(name === undefined || name === '' ? {} : { name: String(name).slice(0, MAX_NAME) }),
    ...(description === undefined || description === '' ? {} : { description: description.slice(0, MAX_DESCRIPTION) }),
    ...(drawn === undefined ? {} : { image: drawn.trim() }),
    attributes: all.slice(0, MAX_ATTRIBUTES),
    moreAttributes: Math.max(0, all.length - MAX_ATTRIBUTES),
  };
}

/** `image_data` is the text of an SVG, or a URI after all. */
function pictureOf(data: string): string {
  return /^\s*</.test(data) ? `data:image/svg+xml,${encodeURIComponent(data.trim())}` : data;
}

function attributesOf(value: unknown): readonly NftAttribute[] {
  if (Array.isArray(value)) return value.flatMap(listedAttribute);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([trait, given]) => {
    // EIP-1155 allows `{ "trait": { "name": …, "value": … } }` beside `{ "trait": value }`.
    const inner = isFields(given) && 'value' in given ? given.value : given;
    return attribute(trait, inner);
  });
}

function listedAttribute(item: unknown): readonly NftAttribute[] {
  if (!isFields(item)) return attribute('', item);
  const trait = item.trait_type ?? item.traitType ?? item.name ?? item.key ?? '';
  return attribute(typeof trait === 'string' || typeof trait === 'number' ? String(trait) : '', item.value);
}

function attribute(trait: string, value: unknown): readonly NftAttribute[] {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return [];
  return [{ trait: trait.slice(0, MAX_ATTRIBUTE), value: String(value).slice(0, MAX_ATTRIBUTE) }];
}

/** Types of pictures that an `img` element draws, and in which nothing runs. */
const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/svg+xml'] as const;
export type PictureType = (typeof PICTURES)[number];

/** Returns the picture type of the bytes by their first ones, whatever type the server states; undefined where they are no picture. */
export function pictureTypeOf(bytes: Uint8Array): PictureType | undefined {
  const begins = (...start: readonly number[]) => start.every((byte, at) => bytes[at] === byte);
  const ascii = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (begins(0x89, 0x50, 0x4e, 0x47)) return 'image/png';
  if (begins(0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (ascii(0, 4) === 'GIF8') return 'image/gif';
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'image/webp';
  if (ascii(4, 12) === 'ftypavif') return 'image/avif';
  return isSvg(ascii(0, 1_000).replace(/^ï»¿/, '')) ? 'image/svg+xml' : undefined;
}

/** Whether the text is that of an SVG: before the element stand only blanks, XML declarations, doctypes of SVG and comments. */
function isSvg(text: string): boolean {
  let rest = text.trimStart();
  for (;;) {
    const length = prologLength(rest);
    if (length === 0) return /^<svg[\s>]/i.test(rest);
    rest = rest.slice(length).trimStart();
  }
}

/** UTF-16 units of the comment, XML declaration or doctype of SVG that the text begins with; 0 where it begins with none that ends. */
function prologLength(text: string): number {
  const isComment = text.startsWith('<!--');
  if (!isComment && !/^<(?:\?xml|!doctype svg)/i.test(text)) return 0;
  const close = isComment ? '-->' : '>';
  const end = text.indexOf(close, isComment ? '<!--'.length : 0);
  return end === -1 ? 0 : end + close.length;
}
