/** What a reader enters of a network of their own. */
import type { ExplorerLink } from '../../../core/chain/network';

/** Returns a sentence on what is wrong with an optional web address; undefined when nothing is. */
export function webProblem(text: string): string | undefined {
  const url = text.trim();
  if (url === '') return undefined;
  if (!URL.canParse(url)) return 'This is not a URL. A URL starts with https:// or http://.';
  const { protocol } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? undefined : 'Only https:// and http:// are supported.';
}

/** Returns the explorer that two checked fields describe, none where both are empty; it is called by its host. */
export function explorersOf(page: string, api: string): readonly ExplorerLink[] {
  const [url, apiUrl] = [page.trim() || api.trim(), api.trim()];
  if (url === '') return [];
  const explorer = { name: new URL(url).host, url };
  return [apiUrl === '' ? explorer : { ...explorer, apiUrl }];
}
