export const rooms: readonly string[] = ['contracts', 'protocol', 'sdk', 'node', 'web', 'cli']
