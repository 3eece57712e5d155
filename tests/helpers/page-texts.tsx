/** What parts of a transaction's page show as text, drawn without a browser: nothing is followed, and no names are loaded. */
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { OpenTraceProvider, type PageTransaction } from '../../src/app/views/open-trace/open-trace-context';
import { ProofLevels } from '../../src/app/views/open-trace/ProofLevels';
import { AuthorizationEntry } from '../../src/app/views/transaction/AuthorizationEntry';
import { GeneralInformation } from '../../src/app/views/transaction/GeneralInformation';
import { PayloadLists } from '../../src/app/views/transaction/PayloadLists';
import { type Wiring, WiringProvider } from '../../src/app/wiring';
import type { Network } from '../../src/core/chain/network';
import type { Transaction } from '../../src/core/chain/transaction';
import type { Checked } from '../../src/core/proof/proof-level';
import type { TransactionRecord } from '../../src/workers/chain/chain.api';
import type { Outcome } from '../../src/workers/trace/rows.api';
import type { AuthorizationOutcome } from '../../src/workers/trace/steps.api';

/** Returns the fields of the general information, text by label; of an address or a hash the whole of it. */
export function generalFields(record: TransactionRecord, network: Network, outcome: Outcome): Record<string, string> {
  const html = drawInPage(
    <GeneralInformation record={record} network={network} outcome={outcome} onShown={() => {}} />,
  );
  return Object.fromEntries(
    [...html.matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g)].map(([, label = '', value = '']) => [
      textOf(label),
      /(?:data-address|title)="(0x[\da-f]+)"/.exec(value)?.[1] ?? textOf(value),
    ]),
  );
}

/**
 * Returns what the page lists of a transaction: its authorisations, with the addresses and the words of each; then blobs and
 * access list, every address and hash in their order.
 */
export function listedTexts(
  transaction: Transaction,
  outcomes: readonly AuthorizationOutcome[],
): { authorizations: string[][]; others: string[] } {
  const { authorizationList = [], ...others } = transaction;
  return {
    authorizations: authorizationList.map((authorization, at) => {
      const html = drawInPage(<AuthorizationEntry authorization={authorization} outcome={outcomes[at]} names={{}} />);
      const [, applied = '', why = '', chain = '', nonce = ''] =
        /(?:…[\da-f]{4}|any more)(not applied|applied|)([^…]*)Chain (\w+)Nonce ([\d,]+)Signature/.exec(textOf(html)) ??
        [];
      return [...hexIn(html, 'data-address'), applied, why, chain, nonce.replaceAll(',', '')];
    }),
    others: hexIn(drawInPage(<PayloadLists transaction={others as Transaction} />), '(?:data-address|title)'),
  };
}

function hexIn(html: string, attribute: string): string[] {
  return [...html.matchAll(new RegExp(`${attribute}="(0x[\\da-f]+)"`, 'g'))].map(([, hex = '']) => hex);
}

/** Returns the sentences on how far a transaction is proven: those of the levels with the mark that each has, and the others. */
export function proofTexts(checked: Checked): { levels: string[]; others: string[] } {
  const html = renderToStaticMarkup(<ProofLevels checked={checked} />);
  const itemsOf = (list: string) => [...list.matchAll(/<li[^>]*>(.*?)<\/li>/g)].map(([, item = '']) => textOf(item));
  const [levels = ''] = /<ol.*?<\/ol>/.exec(html) ?? [];
  const after = html.slice(html.indexOf('</ol>'));
  return {
    levels: itemsOf(levels),
    others: [
      ...[...after.matchAll(/<p class="text-muted">(.*?)<\/p>/g)].map(([, text = '']) => textOf(text)),
      ...itemsOf(after),
    ],
  };
}

/** Links lead nowhere: no page is beside the part. */
function drawInPage(part: ReactElement): string {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  const wiring = { workers: { subscribe: () => () => {} } } as unknown as Wiring;
  const page = { trace: { state: 'none' } } as PageTransaction;
  return renderToStaticMarkup(
    <RouterContextProvider router={router as never}>
      <WiringProvider value={wiring}>
        <OpenTraceProvider value={page}>{part}</OpenTraceProvider>
      </WiringProvider>
    </RouterContextProvider>,
  );
}

function textOf(html: string): string {
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
  return html
    .replace(/<[^>]+>/g, '')
    .replace(/&(?:#x([\da-f]+)|(\w+));/g, (_, code, name) =>
      code ? String.fromCodePoint(Number(`0x${code}`)) : (named[name] ?? ''),
    );
}
