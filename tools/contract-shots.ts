/** What is pictured of a contract's page: its tabs, and the steps of a verification, taken in their order. */
import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright-core';
import type { TransactionName } from '../devnet/names';

/** A page beside the tabs of a transaction: its address below the network, and what has to stand before the picture is taken. */
export type PageShot = {
  name: string;
  path: (addressOf: (contract: string) => string, hashOf: (transaction: TransactionName) => string) => string;
  ready: (page: Page) => Promise<unknown>;
  /** Height of the window, px; that of the other pictures unless given. */
  height?: number;
};

const FILE = 'contracts/unverified/Mystery.sol';
const SOURCE = readFileSync(new URL(`../devnet/${FILE}`, import.meta.url), 'utf8');

/** Code is dense, and its picture large: this much of it shows what it is, px. */
const CODE_HEIGHT = 560;

/** A heading of the sources, opened by its button. */
function sourceView(name: string, label: string, height?: number): PageShot {
  return {
    name,
    ...(height !== undefined && { height }),
    path: (of) => `/contract/${of('Router')}/code`,
    ready: async (page) => {
      await page.getByRole('button', { name: label, exact: true }).click();
      await page.getByRole('region', { name: label }).waitFor();
    },
  };
}

/** Profiles in which the sources were handed in: their draft is kept, and goes on at the review. */
const handedIn = new WeakSet<BrowserContext>();

/** Goes to the review of the pasted source. */
async function review(page: Page): Promise<void> {
  if (!handedIn.has(page.context())) {
    await page.getByRole('radio', { name: /^Private/ }).click();
    await page.getByRole('button', { name: 'Go on to upload' }).click();
    await page.getByRole('radio', { name: /^Paste source/ }).click();
    await page.getByRole('textbox', { name: 'File name' }).fill(FILE);
    await page.getByRole('textbox', { name: 'Source' }).fill(SOURCE);
    await page.getByText('Draft saved on this device.').waitFor();
    await page.getByRole('button', { name: 'Go on to review' }).click();
    handedIn.add(page.context());
  }
  await page.getByRole('region', { name: 'Root contract' }).waitFor();
}

async function settings(page: Page): Promise<void> {
  await review(page);
  await page.getByRole('button', { name: 'Go on to compiler settings' }).click();
  await page.getByRole('button', { name: /^Compile and compare with/ }).waitFor();
}

/** Compiles with these settings; those of the demo chain are Optimizations and prague. */
async function compile(page: Page, isRight: boolean): Promise<void> {
  await settings(page);
  await page.getByRole('checkbox', { name: 'Optimizations' }).setChecked(isRight);
  if (isRight) {
    await page.getByRole('combobox', { name: 'EVM version' }).click();
    await page.getByRole('option', { name: 'prague' }).click();
  }
  await page.getByRole('button', { name: /^Compile and compare with/ }).click();
}

const verify: PageShot['path'] = (of) => `/contract/${of('Mystery')}/verify`;

export const contractShots: readonly PageShot[] = [
  {
    name: 'contract-transactions',
    path: (of) => `/contract/${of('Router')}/txs/all`,
    ready: (page) => page.locator('main tbody tr a').first().waitFor(),
  },
  {
    name: 'overview',
    path: (of) => `/contract/${of('VaultProxy')}/overview`,
    ready: (page) => page.getByRole('heading', { name: 'Functions' }).waitFor(),
  },
  {
    name: 'implementations',
    path: (of) => `/contract/${of('VaultProxy')}/overview`,
    ready: async (page) => {
      await page.getByRole('button', { name: 'List', exact: true }).click();
      await page.getByText(/^2 events found/).waitFor();
      // An address below the pointer opens its card.
      await page.mouse.move(0, 0);
    },
  },
  {
    name: 'read-proxy',
    path: (of) => `/contract/${of('VaultProxy')}/read-proxy`,
    ready: async (page) => {
      await page.getByRole('button', { name: 'Expand all' }).click();
      await page
        .getByText(/^block /)
        .first()
        .waitFor();
    },
  },
  {
    name: 'write-proxy',
    path: (of) => `/contract/${of('VaultProxy')}/write-proxy`,
    ready: async (page) => {
      await page
        .getByRole('button', { name: /^deposit/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Simulate', exact: true }).first().waitFor();
    },
  },
  {
    name: 'unverified',
    path: (of) => `/contract/${of('Mystery')}/unverified`,
    ready: async (page) => {
      const consent = page.getByRole('button', { name: 'I understand' });
      const first = page.getByRole('heading', { level: 3 }).first();
      await consent.or(first).first().waitFor();
      if (await consent.isVisible()) await consent.click();
      await first.waitFor();
    },
  },
  {
    name: 'changed-state',
    path: (of) => `/contract/${of('Maple')}/read?view=contract&expand=0x18160ddd`,
    ready: async (page) => {
      await page.getByRole('button', { name: 'Change state' }).click();
      await page.getByRole('textbox', { name: 'Storage' }).fill('0x0 = 1000000');
      await page.getByText('changed state', { exact: true }).first().waitFor();
    },
  },
  sourceView('compiler-settings', 'Compiler Settings'),
  sourceView('contract-abi', 'Contract ABI'),
  sourceView('creation-code', 'Contract Creation Code', CODE_HEIGHT),
  sourceView('deployed-bytecode', 'Deployed Bytecode', CODE_HEIGHT),
  sourceView('source-map', 'Contract Source Map', CODE_HEIGHT),
  {
    name: 'no-source',
    path: (of) => `/contract/${of('Mystery')}/code`,
    ready: (page) => page.getByText('No contract source found').waitFor(),
  },
  {
    name: 'verify-upload',
    path: verify,
    ready: async (page) => {
      await review(page);
      await page
        .getByRole('navigation', { name: 'Steps of the verification' })
        .getByRole('button', { name: 'Upload' })
        .click();
      await page.getByRole('textbox', { name: 'Source' }).waitFor();
    },
  },
  { name: 'verify-review', path: verify, ready: review },
  { name: 'verify-settings', path: verify, ready: settings },
  {
    name: 'verify-result',
    path: verify,
    ready: async (page) => {
      await compile(page, false);
      await page.getByRole('img', { name: /^Map of the deployed code/ }).waitFor({ timeout: 120_000 });
    },
  },
  {
    name: 'verify-verified',
    path: verify,
    ready: async (page) => {
      await compile(page, true);
      await page.getByRole('heading', { name: 'Contract successfully verified' }).waitFor({ timeout: 120_000 });
      // The draft of a profile stays public once it was made so.
      const publish = page.getByRole('button', { name: 'Publish to Sourcify' });
      const makePublic = page.getByRole('button', { name: 'Make it public, too' });
      await publish.or(makePublic).first().waitFor();
      if (await makePublic.isVisible()) await makePublic.click();
      // The notice of success lies over what the picture is of, and stays while the pointer is on it.
      await page.mouse.move(0, 0);
      const notices = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem');
      await notices.waitFor({ state: 'detached' });
    },
  },
];
