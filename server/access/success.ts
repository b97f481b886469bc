/** The numeric codes of successful writes, as clients of the Lin CMS family know them. */
export const success = {
  done: 0,
  deleted: 3,
  passwordChanged: 4,
  userDeleted: 5,
  userUpdated: 6,
  groupUpdated: 7,
  groupDeleted: 8,
  permissionsGranted: 9,
  permissionsRevoked: 10,
  userCreated: 11,
  groupCreated: 15,
} as const;
