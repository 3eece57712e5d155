/** Compiler settings that `hardhat.config` states (Hardhat docs, Compiling your contracts), read without running it. */
import { isFields, readText } from '../../values/json-fields';
import { draftSettings } from './compiler-settings';
import type { DraftSettings } from './draft';
import { literalOf } from './literals';

/**
 * Returns the settings of the compiler, of the newest where there are several; nothing where the config computes them.
 * Overrides are for single files, and left out.
 */
export function hardhatSettings(config: string): Partial<DraftSettings> {
  const stated = literalOf(config, 'solidity');
  const profiles = isFields(stated) && isFields(stated.profiles) ? stated.profiles : undefined;
  const solidity = profiles === undefined ? stated : (profiles.production ?? profiles.default);
  const list = isFields(solidity) && Array.isArray(solidity.compilers) ? solidity.compilers : [solidity];
  const compilers = list.flatMap((one) => {
    const version = readText(isFields(one) ? one.version : one);
    const settings = isFields(one) && isFields(one.settings) ? one.settings : {};
    return /^\d+\.\d+\.\d+$/.test(version) ? [{ version, settings }] : [];
  });
  const [newest] = compilers.sort((a, b) => orderOf(b.version) - orderOf(a.version));
  if (newest === undefined) return {};
  const { version, settings } = newest;
  // Hardhat 2 compiles for Paris from 0.8.20 on where nothing is stated.
  const isOfParis =
    profiles === undefined && settings.evmVersion === undefined && orderOf(version) >= orderOf('0.8.20');
  const { remappings, libraries, further, ...draft } = draftSettings(version, {
    ...settings,
    ...(isOfParis && { evmVersion: 'paris' }),
  });
  return {
    ...draft,
    ...(remappings !== '' && { remappings }),
    ...(libraries.length > 0 && { libraries }),
    ...(further !== '' && { further }),
  };
}

function orderOf(version: string): number {
  return version.split('.').reduce((sum, part) => sum * 1_000 + Number(part), 0);
}
