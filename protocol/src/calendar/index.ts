// Calendars that tenants store, and the sentences about their days. An entry point of its own (`@connex/protocol/calendar`), so that a
// client's first chunk does not carry it.
export * from './calendarFile.ts'
export * from './calendarText.ts'
export * from './coupons.ts'
export * from './dueLate.ts'
export * from './dueMoves.ts'
export * from './dueWarnings.ts'
export * from './notice.ts'
export * from './tenantCalendar.ts'
