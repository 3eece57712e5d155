import { expose } from 'comlink';
import { holdLifeLock } from '../life-lock';
import type { TestingApi } from './testing.api';
import { createTesting } from './testing-engine';

expose({ testing: createTesting() satisfies TestingApi, lifeLock: holdLifeLock() });
