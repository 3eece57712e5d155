import { expect, test } from 'vitest';
import type { NetworkId } from '../../../src/core/chain/primitives';
import { parseRuntimeConfig } from '../../../src/core/config/runtime-config';
import { hostedAccess, hostedProject, isBearerToken } from '../../../src/core/hosted/hosted-access';

const networkId = 5 as NetworkId;
const hostOf = (hostedApi: unknown) => {
  const parsed = parseRuntimeConfig({ hostedApi });
  return parsed.ok ? parsed.value.hostedApi : parsed.error;
};

test('a host in the configuration has defaults, and mistakes are named', () => {
  expect(hostOf(undefined)).toBeUndefined();
  expect(hostOf({ url: 'https://host.example' })).toEqual({
    url: 'https://host.example',
    name: 'Hosted API',
    tokenHeader: 'x-refreshed-token',
    paths: {},
  });
  expect(hostOf({ url: 'host.example' })).toMatch(/^config\.json: hostedApi\.url: must be a URL/);
  expect(hostOf({ url: 'https://host.example', tokenHeader: 'a b' })).toMatch(
    /tokenHeader: must be the name of a header/,
  );
  expect(hostOf({ url: 'https://host.example', paths: { search: 'search' } })).toMatch(/paths\.search: must be a path/);
});

test('what the reader entered for a network counts before the configuration', () => {
  const config = { url: 'https://host.example', name: 'Team', tokenHeader: 't', paths: { search: '/s' } };
  expect(hostedAccess(undefined, {}, networkId)).toBeUndefined();
  expect(hostedAccess(config, {}, networkId)).toEqual({ ...config, isOwn: false });
  const own = { 5: { url: 'https://mine.example/base', project: 'me:harbor', vnet: '' } };
  expect(hostedAccess(config, own, networkId)).toEqual({
    url: 'https://mine.example/base',
    name: 'mine.example',
    tokenHeader: 'x-refreshed-token',
    paths: {},
    project: 'me:harbor',
    isOwn: true,
  });
  expect(hostedAccess(config, own, 6 as NetworkId)).toMatchObject({ url: config.url, isOwn: false });
  // A project alone is of the deployment's host, which still wants its consent.
  const project = { 5: { url: '', project: 'me:harbor', vnet: 'v' } };
  expect(hostedAccess(config, project, networkId)).toEqual({
    ...config,
    project: 'me:harbor',
    vnet: 'v',
    isOwn: false,
  });
});

test('tokens are what a header takes, projects are owner:slug', () => {
  expect(isBearerToken('eyJh.bGci-_~+/==')).toBe(true);
  for (const text of ['', 'two words', 'a;b', 'a\nb', 'x'.repeat(4_001)]) expect(isBearerToken(text)).toBe(false);
  expect(hostedProject('me:har-bor')).toEqual({ owner: 'me', slug: 'har-bor' });
  for (const text of [undefined, '', 'me', 'me:', 'me:a/b', 'me:..']) expect(hostedProject(text)).toBeUndefined();
});
