// The user menu and the session in it; loaded with it and with the palette.
export const userMenu = {
  UserMenu: {
    open: 'User menu of {{username}}, {{tenant}}',
    style: 'Style',
    light: 'Light',
    dark: 'Dark',
    system: 'System',
    logout: 'Logout',
    help: 'Help',
  },
  SessionTime: {
    ends: 'Session ends at {{time}}, in {{left}}',
    idle: 'Locks after {{minutes}} minutes without activity',
    page: 'Session ends when you close or reload this page',
    hours_left: '{{hours}} h {{minutes}} min',
    minutes_left: '{{minutes}} min',
    lock: 'Lock now',
    lock_note: 'Wipes the key from this browser. Unlock your wallet to return to this screen.',
    zone: 'Times in {{zone}}',
  },
} as const
