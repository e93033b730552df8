/** Texts of the security page. */
export const en = {
  navigation: "Your account",
  account: "Profile",
  title: "Security",
  sessions: "Where you are signed in",
  sessionsHint: "Sign out a device that you do not use or do not recognize, then change your password.",
  browserOn: (browser: string, system: string) => `${browser} on ${system}`,
  unknownDevice: "Unknown device",
  thisDevice: "This device",
  network: "Network",
  lastUsed: "Last used",
  signedIn: "Signed in",
  end: "Sign out",
  endLabel: (device: string) => `Sign out ${device}`,
  endOthers: "Sign out all other devices",
  ended: "The device is signed out.",
  endedOthers: "All other devices are signed out.",
};
