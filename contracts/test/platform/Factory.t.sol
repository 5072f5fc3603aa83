// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { DappController } from "../../src/access/DappController.sol";
import { IDappController } from "../../src/interfaces/IDappController.sol";
import { IFactory } from "../../src/interfaces/IFactory.sol";
import { ITenant } from "../../src/interfaces/ITenant.sol";
import { Factory } from "../../src/platform/Factory.sol";
import { Tenant } from "../../src/platform/Tenant.sol";
import { DappType } from "../../src/types/DappType.sol";
import { ControllerSetup, SelectorConfig } from "../../src/types/SelectorConfig.sol";
import { PlatformWorld } from "../support/PlatformWorld.sol";
import { Log } from "../support/Vm.sol";

contract FactoryTest is PlatformWorld {
    function test_RevertWhen_AnybodyButTheOwnerRegistersCode() external {
        address code = address(new Tenant());
        vm.prank(address(0xBAD));
        refuses(abi.encodeWithSelector(IFactory.FactoryOwnerRequired.selector, address(0xBAD)));
        factory.registerTenantCodeContract(2, code);
    }

    function test_RevertWhen_TheFormerOwnerActs() external {
        factory.changeOwner(operator);
        refuses(abi.encodeWithSelector(IFactory.FactoryOwnerRequired.selector, address(this)));
        factory.changeOwner(address(this));
    }

    function test_RevertWhen_TheNewOwnerIsNobody() external {
        refuses(abi.encodeWithSelector(IFactory.FactoryOwnerMissing.selector));
        factory.changeOwner(address(0));
    }

    function test_RevertWhen_TheVersionIsTakenOrZeroOrWithoutCode() external {
        address code = address(new Tenant());
        refuses(abi.encodeWithSelector(IFactory.TenantVersionTaken.selector, 1));
        factory.registerTenantCodeContract(1, code);
        refuses(abi.encodeWithSelector(IFactory.TenantVersionUnknown.selector, 0));
        factory.registerTenantCodeContract(0, code);
        refuses(abi.encodeWithSelector(IFactory.CodeMissing.selector, address(0xC0DE)));
        factory.registerTenantCodeContract(2, address(0xC0DE));
    }

    function test_RevertWhen_TheVersionAskedForIsUnknown() external {
        refuses(abi.encodeWithSelector(IFactory.TenantVersionUnknown.selector, 2));
        factory.createTenant(tenantData("Alpenbank"), address(platform), admin, noControllers(), 2);
    }

    function test_RevertWhen_CodeIsMissing() external {
        address code = address(new Tenant());
        refuses(abi.encodeWithSelector(IFactory.CodeMissing.selector, address(0)));
        new Factory(code, address(0));
    }

    function test_RevertWhen_AControllerIsAskedForByNoTenant() external {
        refuses(abi.encodeWithSelector(IFactory.FactoryTenantRequired.selector, address(this)));
        factory.createGenericDAPPController(address(platform), new SelectorConfig[](0));
    }

    function test_RevertWhen_TheDappIsUnknown() external {
        vm.prank(operator);
        refuses(abi.encodeWithSelector(IFactory.FactoryDappUnknown.selector, address(0xDA)));
        factory.createGenericDAPPController(address(0xDA), new SelectorConfig[](0));
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
        same(tenant.nonce(), 0, "nonce");
        same(factory.tenantVersion(made), 1, "version");
    }

    function test_ATenantIsMadeOfTheVersionAskedFor() external {
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
}
