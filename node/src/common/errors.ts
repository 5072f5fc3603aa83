import { API_ERRORS } from '@connex/protocol'
import type { Address, ApiErrorCode, PrivilegeName, Problem } from '@connex/protocol'

type Extra = Partial<Omit<Problem, 'title' | 'status' | 'code' | 'type'>>
type Options = { cause?: unknown; headers?: Readonly<Record<string, string>> }

/** A refusal from the catalogue. `throw new ApiError('locked', { lockExpiration })` */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ApiErrorCode
  readonly extra: Extra
  /** Headers of the answer. */
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ApiErrorCode, extra: Extra = {}, { cause, headers = {} }: Options = {}) {
    super(API_ERRORS[code].title, cause === undefined ? undefined : { cause })
    this.code = code
    this.extra = extra
    this.headers = headers
  }
}

/** The document of a catalogue entry. `problemOf('notFound')` → { title: 'Not Found', status: 404, code: 'notFound' } */
export function problemOf(code: ApiErrorCode, extra: Extra = {}): Problem {
  const entry: { status: number; title: string; detail?: string } = API_ERRORS[code]
  return {
    title: entry.title,
    status: entry.status,
    ...(entry.detail === undefined ? {} : { detail: entry.detail }),
    code,
    ...extra,
  }
}

/** A 400 about one field. `throw invalid('page', 'unknown')` */
export const invalid = (path: string, message: string): ApiError =>
  new ApiError('badRequest', { errors: [{ path, message }] })

/** A 403 that names what is missing. `throw lacksPrivilege(['delivery.BACKOFFICE'])` */
export const lacksPrivilege = (needs: readonly PrivilegeName[]): ApiError =>
  new ApiError('forbidden', {
    needs: [...needs],
    detail: `Your user needs ${oneOf(needs)}. An administrator of your tenant can grant it.`,
  })

/** The same where the user's tenant lacks it, on every dApp. */
export const tenantLacksPrivilege = (needs: readonly PrivilegeName[]): ApiError =>
  new ApiError('forbidden', {
    needs: [...needs],
    detail: `Your tenant needs ${oneOf(needs)} on a dApp. The dApp's owner, usually the platform's operator, can grant it.`,
  })

/** A push whose sending tenant does not know the server that signed it. */
export const notPushedFor = (tenant: Address, account: Address): ApiError =>
  new ApiError('forbidden', {
    needs: ['user.NODE_ACCOUNT'],
    detail: `The tenant ${tenant} has not granted user.NODE_ACCOUNT to the account ${account}, which signed this request.`,
  })

const oneOf = (names: readonly PrivilegeName[]): string =>
  names.length === 1 ? `the privilege ${names.join()}` : `one of the privileges ${names.join(', ')}`
