module.exports = {
  setupFilesAfterEnv: ['crosscheck/jest'], // adds the matchers
  testEnvironment: 'crosscheck/jest/environment', // tells them the running test, and the time that it has left
};
