import { expose } from 'comlink';
import { holdLifeLock } from '../life-lock';
import type { AbiApi } from './abi.api';
import { createAbiEngine } from './abi-engine';

expose({ abi: createAbiEngine() satisfies AbiApi, lifeLock: holdLifeLock() });
