/** What parts of a transaction's page show as text, drawn without a browser: nothing is followed, and no names are loaded. */
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { OpenTraceProvider, type PageTransaction } from '../../src/app/views/open-trace/open-trace-context';
import { ProofLevels } from '../../src/app/views/open-trace/ProofLevels';
import { GeneralInformation } from '../../src/app/views/transaction/GeneralInformation';
import { type Wiring, WiringProvider } from '../../src/app/wiring';
import type { Network } from '../../src/core/chain/network';
import type { Checked } from '../../src/core/proof/proof-level';
import type { TransactionRecord } from '../../src/workers/chain/chain.api';
import type { Outcome } from '../../src/workers/trace/rows.api';

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
