// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IDappController } from "../../src/interfaces/IDappController.sol";
import { IFactory } from "../../src/interfaces/IFactory.sol";
import { ITenant } from "../../src/interfaces/ITenant.sol";
import { Tenant } from "../../src/platform/Tenant.sol";
import { DappType } from "../../src/types/Dapp.sol";
import { ControllerSetup, SelectorConfig } from "../../src/types/TenantAccess.sol";
import { PlatformFixture } from "../support/PlatformFixture.sol";
import { Log } from "../support/Vm.sol";

/// @title Factory: createTenant, and with a version; tenantVersion, latestTenantVersion.
contract CreateTenantTest is PlatformFixture {
    function test_RevertWhen_TheRequestedVersionIsUnknown() external {
        refuses(abi.encodeWithSelector(IFactory.TenantVersionUnknown.selector, 2));
        factory.createTenant(tenantData("Alpenbank"), address(platform), admin, noControllers(), 2);
    }

    function test_RevertWhen_AControllersDappIsUnknown() external {
        ControllerSetup[] memory setups = new ControllerSetup[](1);
        setups[0].dapp = address(0xDA);
        refuses(abi.encodeWithSelector(IFactory.FactoryDappUnknown.selector, address(0xDA)));
        factory.createTenant(tenantData("Alpenbank"), address(platform), admin, setups);
    }

    function test_ATenantSaysWhatItWasMadeWith() external {
        address made =
            factory.createTenant(tenantData("Alpenbank"), address(platform), admin, noControllers());
        ITenant tenant = ITenant(made);
        same(tenant.name(), "Alpenbank", "name");
        same(tenant.apiUrl(), "https://tenant.example", "apiUrl");
        same(tenant.lei(), "529900T8BM49AURSDO55", "lei");
        same(tenant.registrationReference(), bytes32("papers"), "registration reference");
        same(tenant.confirmer(), address(0xC0), "confirmer");
        same(tenant.platform(), address(platform), "platform");
        same(tenant.factory(), address(factory), "factory");
        check(!tenant.isNonceUsed(0), "nonce");
        same(factory.tenantVersion(made), 1, "version");
    }

    function test_ATenantIsMadeOfTheRequestedVersion() external {
        factory.registerTenantCodeContract(7, address(new Tenant()));
        same(factory.latestTenantVersion(), 7, "latest");
        address old = factory.createTenant(tenantData("Old"), address(platform), admin, noControllers(), 1);
        address young = factory.createTenant(tenantData("Young"), address(platform), admin, noControllers());
        same(factory.tenantVersion(old), 1, "old");
        same(factory.tenantVersion(young), 7, "young");
    }

    function _created(Log[] memory logs) private pure returns (address) {
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].topics[0] != IFactory.ControllerCreated.selector) continue;
            return address(uint160(uint256(logs[i].topics[1])));
        }
        revert AssertionFailed("no controller created");
    }

    function test_ATenantIsMadeWithItsControllers() external {
        ControllerSetup[] memory setups = new ControllerSetup[](1);
        setups[0].dapp = address(platform);
        setups[0].config = new SelectorConfig[](1);
        setups[0].config[0] = SelectorConfig(0x01020304, bytes32("privilege"), 2);
        vm.recordLogs();
        address made = factory.createTenant(tenantData("Alpenbank"), address(platform), admin, setups);
        IDappController controller = IDappController(_created(vm.getRecordedLogs()));
        check(ITenant(made).isController(address(controller)), "registered");
        same(controller.tenant(), made, "tenant");
        same(controller.dapp(), address(platform), "dapp");
        same(controller.dappType(), DappType.PLATFORM, "type");
        (bytes32 privilege, uint8 signatures) = controller.workflowConfig(0x01020304);
        same(privilege, bytes32("privilege"), "privilege");
        same(signatures, 2, "signatures");
    }

    /// @dev So that whoever reads the ledger in order knows an address before it says anything.
    function test_TheCreationEventPrecedesTheContractsOwnEvents() external {
        vm.recordLogs();
        address made =
            factory.createTenant(tenantData("Alpenbank"), address(platform), admin, noControllers());
        Log[] memory logs = vm.getRecordedLogs();
        check(logs[0].topics[0] == IFactory.PrivilegeManagerCreated.selector, "privilege manager first");
        check(logs[1].topics[0] == IFactory.TenantCreated.selector, "tenant second");
        same(logs[1].topics[1], bytes32(uint256(uint160(made))), "tenant");
        same(logs[2].emitter, made, "only then it speaks");
    }
}
