import { describe, expect, it } from 'vitest';
import { ApiError } from './api';

describe('a refusal', () => {
  it('is a sentence, also where the rules or a record have the last word', () => {
    expect(new ApiError(409, { message: 'this is not JSON' }).message).toBe('This is not JSON');
    expect(new ApiError(500, {}).message).toBe('Something went wrong.');
  });
});
