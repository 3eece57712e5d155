/** All that is the reader's own leaves as one file and comes back in another browser, seen before either. */
import { readFile } from 'node:fs/promises';
import { violationsAtEveryWidth } from './support/axe-themes';
import { workbench } from './support/config';
import { expect, test } from './support/test';

test('a backup is seen, written, and restored in another browser', { tag: '@settings' }, async ({
  page,
  browser,
  serve,
  demo,
}) => {
  const base = await serve(workbench(demo.rpcUrl));
  await page.goto(`${base}/projects`);
  await page.getByRole('button', { name: 'New project' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Vault of mine');
  await page.getByRole('dialog').getByRole('button', { name: 'Make the project' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Vault of mine' })).toBeVisible();

  await page.goto(`${base}/settings#backup`);
  const section = page.getByRole('region', { name: /^Backup/ });
  await section.getByRole('button', { name: 'Back up…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Back up' });
  await expect(dialog.getByRole('checkbox', { name: /^Projects/ })).toBeChecked();
  await expect(dialog.getByRole('checkbox', { name: 'With secrets' })).not.toBeChecked();
  expect(await violationsAtEveryWidth(page)).toEqual([]);
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save the file' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(/^loupe-backup-.*\.jsonl$/);
  const buffer = await readFile(await saved.path());

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(`${base}/settings#backup`);
  const picker = other.getByLabel('Backup file', { exact: true });
  await picker.setInputFiles({ name: 'wrong.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from('{}') });
  await expect(other.getByText('The file holds no backup of Loupe.')).toBeVisible();
  await picker.setInputFiles({ name: 'backup.jsonl', mimeType: 'application/jsonl', buffer });
  const restore = other.getByRole('dialog', { name: 'Restore' });
  await expect(restore.getByText('1 new').first()).toBeVisible();
  expect(await violationsAtEveryWidth(other)).toEqual([]);
  await restore.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(restore).toBeHidden();
  await expect(other.getByText(/restored\.$/)).toBeVisible();
  await other.goto(`${base}/projects`);
  await expect(other.getByRole('link', { name: 'Vault of mine' })).toBeVisible();
  await elsewhere.close();
});
