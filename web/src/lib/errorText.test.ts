import { ApiError, ClientError } from '@connex/sdk'
import { expect, it } from 'vitest'
import { causeOf, codeOf } from './errorText.ts'
import { app } from '../messages/en/app.ts'
import { addMessages } from '../messages/t.ts'
import { ChunkError } from './importWithRetry.ts'

addMessages(app)

it('says what to do about a part of the client that did not load, and of an error that nobody foresaw', () => {
  expect(causeOf(new ChunkError())).toBe('Part of this client did not load. Reload the page.')
  expect(codeOf(new ChunkError())).toBe('ChunkError')
  expect(causeOf(new RangeError('of a stack'))).toBe('Something unexpected happened. Try again.')
})

it('repeats the sentence and the code of an error of the server or of the SDK', () => {
  const refused = new ApiError(409, 'Conflict', {
    problem: { title: 'It changed.', status: 409, code: 'actionRefused' },
  })
  expect([causeOf(refused), codeOf(refused)]).toEqual(['It changed.', '409 actionRefused'])
  expect(causeOf(new ClientError('unreachable'))).toBe('The server cannot be reached.')
})
