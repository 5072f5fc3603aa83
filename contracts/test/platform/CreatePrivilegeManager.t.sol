// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IFactory } from "../../src/interfaces/IFactory.sol";
import { IPrivilegeManager } from "../../src/interfaces/IPrivilegeManager.sol";
import { PlatformFixture } from "../support/PlatformFixture.sol";
import { Log } from "../support/Vm.sol";

/// @title Factory: createPrivilegeManager.
contract CreatePrivilegeManagerTest is PlatformFixture {
    function test_RevertWhen_TheSuperUserIsNobody() external {
        refuses(abi.encodeWithSelector(IPrivilegeManager.SuperUserMissing.selector));
        factory.createPrivilegeManager(address(0), noGrants());
    }

    function test_ANewManagerAnswersAndBelongsToItsSuperUser() external {
        vm.recordLogs();
        IPrivilegeManager manager = IPrivilegeManager(factory.createPrivilegeManager(operator, noGrants()));
        Log[] memory logs = vm.getRecordedLogs();
        check(logs[0].topics[0] == IFactory.PrivilegeManagerCreated.selector, "the event comes first");
        same(logs[0].topics[1], bytes32(uint256(uint160(address(manager)))), "address");
        same(manager.getVersion(), 1, "version");
        check(manager.isSuperUser(operator), "super user");
        same(manager.adminPrivileges().length, 0, "a dApp's manager");
    }

    function test_ItBeginsWithWhatIsGranted() external {
        IPrivilegeManager.HolderChanges[] memory batch = new IPrivilegeManager.HolderChanges[](1);
        batch[0].holder = address(0x401D);
        batch[0].changes = new IPrivilegeManager.PrivilegeChange[](1);
        batch[0].changes[0] = IPrivilegeManager.PrivilegeChange("privilege", address(0), true);
        address made = factory.createPrivilegeManager(operator, batch);
        IPrivilegeManager(made).requireGranted(address(0x401D), "privilege");
    }
}
