import { describe, expect, test } from 'vitest';
import { parseNftMetadata, pictureTypeOf } from '../../../src/core/tokens/nft-metadata';
import { parseTokenUri, withTokenId } from '../../../src/core/tokens/token-uri';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const inline = (uri: string) => {
  const parsed = parseTokenUri(uri);
  return parsed.at === 'inline' ? new TextDecoder().decode(parsed.bytes) : parsed;
};
const CID = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi';

describe('the place of metadata', () => {
  test('the id of an ERC-1155 is 64 hex digits', () => {
    expect(withTokenId('https://a.example/{id}.json', 314_592n)).toBe(
      'https://a.example/000000000000000000000000000000000000000000000000000000000004cce0.json',
    );
  });

  test('data is read out of the URI, in every way that contracts write it', () => {
    expect(inline('data:application/json;base64,eyJuYW1lIjoiw6kifQ==')).toBe('{"name":"é"}');
    expect(inline('data:application/json;utf8,{"name":"#1 100%"}')).toBe('{"name":"#1 100%"}');
    expect(inline('data:application/json,%7B%22a%22%3A1%7D')).toBe('{"a":1}');
    expect(inline('DATA:,é')).toBe('é');
    expect(parseTokenUri('data:application/json;base64,***')).toMatchObject({ at: 'nowhere' });
    expect(parseTokenUri('data:application/json')).toMatchObject({ at: 'nowhere' });
  });

  test('content ids lead to gateways, with the path below them', () => {
    expect(parseTokenUri(`ipfs://${CID}/1.json`)).toEqual({ at: 'ipfs', path: `${CID}/1.json` });
    expect(parseTokenUri(`ipfs://ipfs/${CID}`)).toEqual({ at: 'ipfs', path: CID });
    expect(parseTokenUri(`ar://${'a'.repeat(43)}`)).toEqual({ at: 'arweave', path: 'a'.repeat(43) });
    const dots = `ipfs://${CID}/%2E%2e/.%2e/evil`;
    for (const bad of [
      `ipfs://${CID}/../../evil`,
      dots,
      'ipfs://x',
      `ipfs://${CID}?x#y`,
      `ipfs://${CID}\\evil`,
      'ar://',
    ]) {
      expect(parseTokenUri(bad), bad).toMatchObject({ at: 'nowhere' });
    }
  });

  test.each([
    'http://a.example/1',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'blob:https://a.example/1',
    'https://user:secret@a.example/1',
    'https://localhost/1',
    'https://127.0.0.1/1',
    'https://2130706433/1',
    'https://0x7f.1/1',
    'https://10.1.2.3/1',
    'https://192.168.1.1/1',
    'https://172.20.0.1/1',
    'https://169.254.169.254/latest',
    'https://[::1]/1',
    'https://router/1',
    'https://printer.local/1',
    'https://a.example./../'.padEnd(3_000, 'a'),
    'https://',
    '1.json',
    '',
    '   ',
  ])('%s is not followed', (uri) => {
    expect(parseTokenUri(uri)).toMatchObject({ at: 'nowhere' });
  });

  test('servers of this machine are, where the node of the chain runs here too', () => {
    const url = 'http://127.0.0.1:8080/meta/1.json';
    expect(parseTokenUri(url, true)).toEqual({ at: 'host', url });
    expect(parseTokenUri('https://localhost/1', true)).toMatchObject({ at: 'host' });
    for (const other of ['http://192.168.1.1/1', 'http://a.example/1', 'http://me:pw@127.0.0.1/1', 'ws://127.0.0.1/1'])
      expect(parseTokenUri(other, true), other).toMatchObject({ at: 'nowhere' });
  });

  test('other hosts are', () => {
    expect(parseTokenUri(' https://a.example/1?x=2 ')).toEqual({ at: 'host', url: 'https://a.example/1?x=2' });
    expect(parseTokenUri('https://8.8.8.8/1')).toMatchObject({ at: 'host' });
  });
});

describe('metadata', () => {
  test('name, description, picture and attributes, in the forms that are in use', () => {
    expect(
      parseNftMetadata({
        name: 'One',
        description: 'First',
        image: ' ipfs://x ',
        attributes: [
          { trait_type: 'Hat', value: 'red' },
          { trait_type: 'Level', value: 5, display_type: 'number' },
          { value: true },
          'plain',
          { trait_type: 'nested', value: { a: 1 } },
          null,
        ],
      }),
    ).toEqual({
      name: 'One',
      description: 'First',
      image: 'ipfs://x',
      attributes: [
        { trait: 'Hat', value: 'red' },
        { trait: 'Level', value: '5' },
        { trait: '', value: 'true' },
        { trait: '', value: 'plain' },
      ],
      moreAttributes: 0,
    });
    expect(parseNftMetadata({ properties: { size: 'L', colour: { name: 'c', value: 'blue' } } })?.attributes).toEqual([
      { trait: 'size', value: 'L' },
      { trait: 'colour', value: 'blue' },
    ]);
    expect(parseNftMetadata({ image_data: '<svg/>' })?.image).toBe('data:image/svg+xml,%3Csvg%2F%3E');
  });

  test('what is too much is cut, and what has another type is left out', () => {
    const many = Array.from({ length: 1_000 }, (_, at) => ({ trait_type: 't'.repeat(9_999), value: String(at) }));
    const parsed = parseNftMetadata({ name: 'n'.repeat(9_999), description: {}, image: 7, attributes: many });
    expect(parsed?.name).toHaveLength(200);
    expect(parsed?.attributes).toHaveLength(200);
    expect(parsed?.attributes[0]?.trait).toHaveLength(300);
    expect(parsed?.moreAttributes).toBe(800);
    expect(parsed && 'image' in parsed).toBe(false);
    for (const none of [null, undefined, 'text', 5, [], [{ name: 'a' }]]) {
      expect(parseNftMetadata(none)).toBeUndefined();
    }
  });

  test('a picture is what its bytes are, whatever it is called', () => {
    expect(pictureTypeOf(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d))).toBe('image/png');
    expect(pictureTypeOf(bytesOf('GIF89a'))).toBe('image/gif');
    expect(pictureTypeOf(bytesOf('RIFF0000WEBPVP8 '))).toBe('image/webp');
    for (const svg of [
      '<?xml version="1.0"?>\n<!-- x --><svg xmlns="a">',
      '\uFEFF \n<SVG>',
      '<?XML?><!-- > -- <svg --> <!----><!DOCTYPE svg PUBLIC "a">\t<svg\n',
    ]) {
      expect(pictureTypeOf(bytesOf(svg)), svg).toBe('image/svg+xml');
    }
    for (const no of [
      '<html><svg></svg></html>',
      '<!doctype html><script>1</script>',
      '<!--><svg>',
      '<!-- <svg>',
      '<?xml <svg',
      '<svgx>',
      '<svg',
      '%PDF-1.7',
      '{"a":1}',
      '',
    ]) {
      expect(pictureTypeOf(bytesOf(no)), no).toBeUndefined();
    }
  });

  test('comments without number before no picture are read once', () => {
    expect(pictureTypeOf(bytesOf('<!---->'.repeat(140)))).toBeUndefined();
    expect(pictureTypeOf(bytesOf(`${'<!---->'.repeat(140)}<svg>`))).toBe('image/svg+xml');
  });
});
