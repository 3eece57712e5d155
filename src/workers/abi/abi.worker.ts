import { expose } from 'comlink';
import type { AbiApi } from './abi.api';
import { createAbiEngine } from './abi-engine';

expose({ abi: createAbiEngine() satisfies AbiApi });
