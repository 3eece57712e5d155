/** Moves in the verification wizard: sources handed in one way or another, settings filled in, and what came of it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import type { DraftSettings, SourceTexts } from '../../../src/core/contract/verification/draft';
import { expect } from './test';

/** A compiler is loaded and run: this only ends what hangs. */
const COMPILED = { timeout: 300_000 };

/** Goes through the first step, where the contract is to be verified for this device. */
export async function openWizard(page: Page, contractPage: string): Promise<void> {
  await page.goto(`${contractPage}/verify`);
  await page.getByRole('radio', { name: /^Private/ }).click();
  await page.getByRole('button', { name: 'Go on to upload' }).click();
  await expect(page.getByRole('radiogroup', { name: 'Upload method' })).toBeVisible();
}

export async function pasteSource(page: Page, path: string, text: string): Promise<void> {
  await page.getByRole('radio', { name: /^Paste source/ }).click();
  await page.getByRole('textbox', { name: 'File name' }).fill(path);
  await page.getByRole('textbox', { name: 'Source', exact: true }).fill(text);
}

export async function uploadFiles(page: Page, sources: SourceTexts): Promise<void> {
  await page.getByRole('radio', { name: /^Upload file/ }).click();
  await page.getByLabel('Source files', { exact: true }).setInputFiles(filesOf(sources));
  await expectHandedIn(page, sources);
}

/** `folder` is one that may be written to; `beside` are files of the project that are no sources. */
export async function uploadFolder(
  page: Page,
  sources: SourceTexts,
  folder: string,
  beside: SourceTexts = {},
): Promise<void> {
  const project = join(folder, 'project');
  for (const [path, text] of Object.entries({ ...sources, ...beside })) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
  await page.getByRole('radio', { name: /^Upload project directory/ }).click();
  await page.getByLabel('Project directory, a folder').setInputFiles(project);
  await expectHandedIn(page, sources);
}

export async function uploadZip(page: Page, sources: SourceTexts, beside: SourceTexts = {}): Promise<void> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  for (const [path, text] of Object.entries({ ...sources, ...beside }))
    await writer.add(`project/${path}`, new Uint8ArrayReader(Buffer.from(text)));
  const buffer = Buffer.from(await writer.close());
  await page.getByRole('radio', { name: /^Upload project directory/ }).click();
  const input = page.getByLabel('Project directory', { exact: true });
  await input.setInputFiles({ name: 'project.zip', mimeType: 'application/zip', buffer });
  await expectHandedIn(page, sources);
}

export async function uploadJson(page: Page, text: string): Promise<void> {
  await page.getByRole('radio', { name: /^JSON upload/ }).click();
  const buffer = Buffer.from(text);
  await page
    .getByLabel('JSON file', { exact: true })
    .setInputFiles({ name: 'input.json', mimeType: 'application/json', buffer });
  await expect(page.getByText(/ of \d[\d,]* sources? and its settings\.$/)).toBeVisible();
}

/** Picks files for what is missing, and waits until nothing is. */
export async function uploadMissing(page: Page, sources: SourceTexts): Promise<void> {
  await page.getByLabel('Files of missing imports').setInputFiles(filesOf(sources));
  await expect(page.getByText('Nothing is missing')).toBeVisible();
}

/** Chooses the contract in the review, and goes on. */
export async function chooseRoot(page: Page, path: string, name: string): Promise<void> {
  const roots = page.getByRole('region', { name: 'Root contract' });
  const more = roots.getByRole('button', { name: /^\d[\d,]* more$/ });
  await expect(roots).toBeVisible();
  if (await more.isVisible()) await more.click();
  const root = roots
    .locator('label')
    .filter({ has: page.getByText(name, { exact: true }), hasText: path })
    .getByRole('radio');
  await root.first().click();
  await expect(root.first()).toBeChecked();
  await page.getByRole('button', { name: 'Go on to compiler settings' }).click();
  await expect(page.getByRole('combobox', { name: 'Solidity version' })).not.toHaveValue('');
}

export async function chooseVersion(page: Page, compilerVersion: string): Promise<void> {
  const version = page.getByRole('combobox', { name: 'Solidity version' });
  // The text that the field has already would be no change.
  await version.fill('');
  await version.fill(compilerVersion);
  await expect(page.getByRole('option').first()).toHaveText(new RegExp(`^${escaped(compilerVersion)}`));
  await version.press('Enter');
  await expect(version).toHaveValue(new RegExp(`^${escaped(compilerVersion)}`));
}

/** Fills in the form as it differs from what it shows. */
export async function fillSettings(page: Page, settings: DraftSettings): Promise<void> {
  await chooseVersion(page, settings.compilerVersion);
  const evmVersion = page.getByRole('combobox', { name: 'EVM version' });
  if (settings.evmVersion !== 'default') {
    await evmVersion.click();
    await page.getByRole('option', { name: settings.evmVersion, exact: true }).click();
  }
  await expect(evmVersion).toHaveText(settings.evmVersion);
  await check(page.getByRole('checkbox', { name: 'Optimizations' }), settings.optimizer);
  if (settings.optimizer) await page.getByRole('textbox', { name: 'Runs' }).fill(settings.runs);
  await check(page.getByRole('checkbox', { name: 'viaIR' }), settings.viaIR);
  for (const [at, { name, address }] of settings.libraries.entries()) {
    await page.getByRole('button', { name: 'Add a library' }).click();
    await page.getByRole('textbox', { name: 'Name' }).nth(at).fill(name);
    await page.getByRole('textbox', { name: 'Address' }).nth(at).fill(address);
  }
  await page.getByRole('textbox', { name: 'Remappings' }).fill(settings.remappings);
  await page.getByRole('textbox', { name: 'Further settings' }).fill(settings.further);
}

const OUTCOME = /Exact match|Partial match|Not verified/;
export type Outcome = 'Exact match' | 'Partial match' | 'Not verified';

/** Compiles with what the form has, and answers what the result says. */
export async function compile(page: Page): Promise<Outcome> {
  await page.getByRole('button', { name: /^Compile and compare/ }).click();
  const outcome = page.getByRole('heading', { level: 3, name: OUTCOME });
  await expect(outcome.or(page.getByRole('alert')).first()).toBeVisible(COMPILED);
  await expect(page.getByRole('alert')).toHaveCount(0);
  return OUTCOME.exec((await outcome.textContent()) ?? '')?.[0] as Outcome;
}

/** Opens a step that was passed. */
export async function openStep(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Steps of the verification' }).getByRole('button', { name }).click();
}

async function check(box: Locator, wanted: boolean): Promise<void> {
  await box.setChecked(wanted);
  await expect(box).toBeChecked({ checked: wanted });
}

async function expectHandedIn(page: Page, sources: SourceTexts): Promise<void> {
  const count = Object.keys(sources).length;
  await expect(page.getByText(`${count} ${count === 1 ? 'file' : 'files'} handed in`)).toBeVisible();
}

function filesOf(sources: SourceTexts) {
  return Object.entries(sources).map(([path, text]) => ({
    name: path.split('/').at(-1) ?? path,
    mimeType: 'text/plain',
    buffer: Buffer.from(text),
  }));
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
